/** Computes how messages of the live-update hub change the current page, before the user accepts the update. */
import { isSameValue } from '#content/change/fields/field-value.ts'
import type { HubMessage, ResourceUpdate } from '#content/page/update-queue.ts'
import { liveOf } from '#content/model/component-versions.ts'
import { Failure } from '#content/model/failure.ts'
import { type Iri, iriTypeOf, isIriOf } from '#content/model/iri.ts'
import { nestedIris, nestedRequest } from '#content/page/page.ts'
import {
  type ReadResource,
  type Resource,
  type Versioned,
  createReader,
  isResource,
} from '#content/model/resource.ts'
import { markInvisible, visibleContent } from './visible-content.ts'

interface UpdateOptions {
  messages: readonly HubMessage[]
  /** Updates that have been offered and not been accepted yet. */
  pendingUpdates: readonly ResourceUpdate[]
  /** The IRIs of the resources on the current page. */
  shownIris: readonly Iri[]
  read: ReadResource
  /** Fetches one resource with the user's permissions; null when they may not read it or it no longer exists. */
  fetchResource: (request: string) => Promise<Versioned | null>
  /** True for visitors, for whom the resources in hub messages are complete; editors fetch drafts instead. */
  isVisitor: boolean
  /** Rejects if the session of an editor has ended: then the API has answered as to a visitor, without drafts. */
  confirmSession: () => Promise<void>
  /** Sanitizes a resource that is used as the hub sent it. */
  sanitizeResource: (item: Versioned) => Versioned | Promise<Versioned>
}

/**
 * Returns all updates of the current page that differ from what is shown, the pending ones included; `item` is null for
 * deleted resources.
 */
export const prepareUpdate = async (given: UpdateOptions): Promise<ResourceUpdate[]> => {
  const options = { ...given, fetchResource: onceEach(given.fetchResource) }
  const relevant = await newMessages(
    options.messages.filter((message) => isRelevant(message, options.shownIris)),
    options,
  )
  const updates = await Promise.all(relevant.map((message) => updateFor(message, options)))
  const all = withPending(await withNested(updates, options), options)
  const { isVisitor } = options
  if (!isVisitor && all.some((update) => hasLostDraft(update, options)))
    await options.confirmSession()
  const read = createReader(await sanitizedReader(all, options))
  return markInvisible(
    all.filter((update) => isDifferent(update, { read, isVisitor })),
    { read, isVisitor },
  )
}

/** True for a component that has no draft any more, and for a position that shows the live version in its place. */
const hasLostDraft = ({ iri, item }: ResourceUpdate, { read }: Pick<UpdateOptions, 'read'>) => {
  const current = read(iri)
  if (!item || !current) return false
  const { draftResource, component } = item.resource
  const shown = isIriOf('COMPONENT_POSITION', iri) && read(iri)?.component
  return shown
    ? read(shown)?.['publishedResource'] === component
    : current['draftResource'] !== undefined && draftResource === undefined
}

/**
 * Returns a function that fetches each resource once: the messages about a draft and about its live version request the
 * same.
 */
const onceEach = (fetchResource: UpdateOptions['fetchResource']) => {
  const requested = new Map<string, ReturnType<typeof fetchResource>>()
  return (request: string) => {
    const result = requested.get(request) ?? fetchResource(request)
    requested.set(request, result)
    return result
  }
}

/** Returns whether a message is about a resource on the current page or about the draft of one. */
const isRelevant = ({ data }: HubMessage, shownIris: readonly Iri[]) =>
  shownIris.includes(data['@id']) || shownIris.includes(liveIriOf(data))

/**
 * Leaves out the messages that tell an editor nothing new, which most are: those about what was saved in this window. Others
 * are answered by requests.
 */
const newMessages = async (messages: readonly HubMessage[], options: UpdateOptions) => {
  const known = await Promise.all(messages.map((message) => isKnown(message, options)))
  return messages.filter((_, index) => !known[index])
}

/** True for a message about a component that an editor is shown as it is in the message. */
const isKnown = async ({ data }: HubMessage, options: UpdateOptions) => {
  const { read, isVisitor, sanitizeResource } = options
  const shown = isIriOf('COMPONENT', data['@id']) ? read(data['@id']) : undefined
  if (isVisitor || !shown || !isResource(data) || isOffered(data, options)) return false
  // The message about a live version does not name its draft: that is still there if there is a message about it, too.
  const draft = shown.draftResource
  if (draft && !options.messages.some(({ data: other }) => isKept(other, draft))) return false
  if (isSameButDraft(data, shown)) return true
  const sanitize = async (resource: Resource) => (await sanitizeResource({ resource })).resource
  return isSameButDraft(await sanitize(data), await sanitize(shown))
}

/** True if an update of the same component is offered already. The message may tell that it is no longer true. */
const isOffered = (data: Resource, { pendingUpdates }: UpdateOptions) =>
  pendingUpdates.some(({ iri, item }) =>
    [iri, item && liveIriOf(item.resource)].some(
      (other) => other === data['@id'] || other === liveIriOf(data),
    ),
  )

const isKept = (data: HubMessage['data'], iri: Iri) =>
  data['@id'] === iri && Object.keys(data).length > 1

const isSameButDraft = (sent: Resource, shown: Resource) =>
  isSameValue(withoutDraft(sent), withoutDraft(shown))

const withoutDraft = ({ '@context': _, draftResource: __, ...resource }: Resource) => resource

/** Returns the IRI of the live version of a draft; of any other resource, its own. */
const liveIriOf = ({ '@id': iri, publishedResource }: HubMessage['data']): Iri =>
  isIriOf('COMPONENT', publishedResource) ? publishedResource : iri

/** Returns the update of one message: the deleted, the sent or the fetched resource. */
const updateFor = async ({ data }: HubMessage, options: UpdateOptions): Promise<ResourceUpdate> => {
  const iri = data['@id']
  if (Object.keys(data).length === 1) return { iri, item: null }
  // A position depends on the page and the user, and only an editor's own requests return drafts.
  const usesMessage =
    options.isVisitor && iriTypeOf(iri) !== 'COMPONENT_POSITION' && isResource(data)
  if (usesMessage) return { iri, item: await options.sanitizeResource({ resource: data }) }
  // A request for the live version returns the draft, too, and still succeeds when the draft has been published since.
  return fetchedUpdate(liveIriOf(data), options)
}

const fetchedUpdate = async (
  request: Iri,
  { fetchResource }: UpdateOptions,
): Promise<ResourceUpdate> => {
  const item = await fetchResource(request)
  return { iri: item?.resource['@id'] ?? request, item }
}

/** Adds the resources that the changed ones contain and that are not cached yet, level by level. */
const withNested = async (
  updates: ResourceUpdate[],
  options: UpdateOptions,
): Promise<ResourceUpdate[]> => {
  const { read, fetchResource } = options
  const byIri = new Map(updates.map((entry) => [entry.iri, entry]))
  const requested = new Set<string>()
  for (let level = [...updates, ...(await repointed(updates, options))]; level.length > 0;) {
    for (const entry of level) byIri.set(entry.iri, entry)
    const requests = level.flatMap(({ item }) => {
      if (!item) return []
      const { resource } = item
      return nestedIris(resource)
        .filter((iri) => (!read(iri) && !byIri.has(iri)) || isStaleLiveVersion(resource, iri, read))
        .map((iri) => nestedRequest(resource, iri))
    })
    const newRequests = [...new Set(requests)].filter((request) => !requested.has(request))
    for (const request of newRequests) requested.add(request)
    const fetched = (await Promise.all(newRequests.map(fetchResource))).filter(
      (item) => item !== null,
    )
    level = fetched.map((item) => ({ iri: item.resource['@id'], item }))
  }
  return [...byIri.values()]
}

/**
 * Returns the positions that show a deleted draft: they show its live version instead, without a message of their own.
 */
const repointed = (updates: readonly ResourceUpdate[], options: UpdateOptions) => {
  const { shownIris, read } = options
  const isDraft = (iri: Iri) => ![iri, null].includes(liveOf(iri, read))
  const removed = new Set(updates.flatMap(({ iri, item }) => (!item && isDraft(iri) ? [iri] : [])))
  const changed = new Set(updates.map(({ iri }) => iri))
  const positions = shownIris.filter((iri) => {
    const shown = isIriOf('COMPONENT_POSITION', iri) && read(iri)?.component
    return shown && removed.has(shown) && !changed.has(iri)
  })
  return Promise.all(positions.map((iri) => fetchedUpdate(iri, options)))
}

/** Returns whether `iri` is the live version of the draft `resource`; the API returned the draft in its place. */
const isStaleLiveVersion = (resource: Resource, iri: Iri, read: ReadResource) =>
  resource['publishedResource'] === iri && read(iri) !== undefined

/** Adds the pending updates of which nothing newer is known. */
const withPending = (
  updates: readonly ResourceUpdate[],
  { messages, pendingUpdates }: UpdateOptions,
): ResourceUpdate[] => {
  const newer = new Set([
    ...updates.map(({ iri }) => iri),
    ...messages.map(({ data }) => data['@id']),
  ])
  return [...pendingUpdates.filter(({ iri }) => !newer.has(iri)), ...updates]
}

/**
 * Returns a lookup of the shown resources that are to be updated, sanitized like their new versions: the server and the
 * browser serialize the same HTML differently.
 */
const sanitizedReader = async (
  updates: readonly ResourceUpdate[],
  { read, sanitizeResource }: UpdateOptions,
) => {
  const shown = updates.flatMap(({ iri, item }) => (item && read(iri)) ?? [])
  const sanitized = new Map(
    await Promise.all(
      shown.map(async (resource) => {
        const item = await sanitizeResource({ resource })
        return [resource['@id'], item.resource] as const
      }),
    ),
  )
  return (iri: Iri): Resource | undefined => sanitized.get(iri) ?? read(iri)
}

/**
 * True if an update changes something that the user sees, or for an editor anything at all, which later saves rely on.
 */
const isDifferent = (
  { iri, item }: ResourceUpdate,
  { read, isVisitor }: { read: ReadResource; isVisitor: boolean },
) => {
  const current = read(iri)
  if (!item || !current) return Boolean(item ?? current)
  const { resource } = item
  return isVisitor
    ? visibleContent(resource, read) !== visibleContent(current, read)
    : !isSameValue(withoutContext(resource), withoutContext(current))
}

const withoutContext = ({ '@context': _, ...resource }: Resource) => resource

/**
 * Resolves with null when the resource does not exist or may not be read; rejects with every other failure. For a user
 * who is signed in, a 401 means that the session has ended, not that the resource is missing.
 */
export const nullIfMissing = async (
  request: Promise<Versioned>,
  { isVisitor }: { isVisitor: boolean },
) => {
  try {
    return await request
  } catch (error) {
    const failure = Failure.from(error)
    const isRefused = failure.kind === 'forbidden' && (isVisitor || failure.status !== 401)
    if (isRefused || failure.kind === 'notFound') return null
    throw failure
  }
}
