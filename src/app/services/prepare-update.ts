/** Computes how messages of the live-update hub change the current page, before the user accepts the update. */
import { Failure } from '#content/model/failure.ts'
import { type Iri, iriTypeOf, isIriOf } from '#content/model/iri.ts'
import { nestedIris, nestedRequest } from '#content/page/page.ts'
import {
  type ComponentPosition,
  type ReadResource,
  type Resource,
  type Versioned,
  createReader,
  isResource,
  isResourceOf,
} from '#content/model/resource.ts'
import type { Message, ResourceUpdate } from '#content/change/update-queue.ts'

interface UpdateOptions {
  messages: readonly Message[]
  /** The IRIs of the resources on the current page. */
  shownIris: readonly Iri[]
  read: ReadResource
  /** Fetches one resource with the user's permissions; null when they may not read it or it no longer exists. */
  fetchResource: (request: string) => Promise<Versioned | null>
  /** True for visitors, for whom the resources in hub messages are complete; editors fetch drafts instead. */
  isVisitor: boolean
  /** Sanitizes a resource that is used as the hub sent it. */
  sanitizeResource: (item: Versioned) => Versioned | Promise<Versioned>
}

/** Returns the resources of the current page whose visible content has changed; `item` is null for deleted ones. */
export const prepareUpdate = async (options: UpdateOptions): Promise<ResourceUpdate[]> => {
  const relevant = options.messages.filter((message) => isRelevant(message, options.shownIris))
  const updates = await Promise.all(relevant.map((message) => updateFor(message, options)))
  const all = await withNested(updates.flat(), options)
  const changes = all.filter((update) => isChange(update, options.read))
  return options.isVisitor ? markInvisible(changes, options.read) : changes
}

/** Returns whether a message is about a resource on the current page or about the draft of one. */
const isRelevant = ({ data }: Message, shownIris: readonly Iri[]) =>
  shownIris.includes(data['@id']) || shownIris.includes(liveIriOf(data))

/** Returns the IRI of the live version of a draft; of any other resource, its own. */
const liveIriOf = ({ '@id': iri, publishedResource }: Message['data']): Iri =>
  isIriOf('COMPONENT', publishedResource) ? publishedResource : iri

/** Returns the update of one message: the deleted, the sent or the fetched resource. */
const updateFor = async ({ data }: Message, options: UpdateOptions): Promise<ResourceUpdate[]> => {
  const iri = data['@id']
  if (Object.keys(data).length === 1) return [{ iri, item: null }]
  // A position depends on the page and the user, and only an editor's own requests return drafts.
  const usesMessage =
    options.isVisitor && iriTypeOf(iri) !== 'COMPONENT_POSITION' && isResource(data)
  if (usesMessage) return [{ iri, item: await options.sanitizeResource({ resource: data }) }]
  // A request for the live version returns the draft, too, and still succeeds when the draft has been published since.
  const liveIri = liveIriOf(data)
  const item = await options.fetchResource(liveIri)
  return [{ iri: item?.resource['@id'] ?? liveIri, item }]
}

/** Adds the resources that the changed ones reference and that are not cached yet, level by level. */
const withNested = async (
  updates: ResourceUpdate[],
  options: UpdateOptions,
): Promise<ResourceUpdate[]> => {
  const { read, fetchResource } = options
  const byIri = new Map(updates.map((entry) => [entry.iri, entry]))
  const requested = new Set<string>()
  for (let level = updates; level.length > 0;) {
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
    for (const entry of level) byIri.set(entry.iri, entry)
  }
  return [...byIri.values()]
}

/** Returns whether `iri` is the live version of the draft `resource`; the API returned the draft in its place. */
const isStaleLiveVersion = (resource: Resource, iri: Iri, read: ReadResource) =>
  resource['publishedResource'] === iri && read(iri) !== undefined

const isChange = ({ iri, item }: ResourceUpdate, read: ReadResource) => {
  const current = read(iri)
  return item
    ? !current || visibleContent(item.resource) !== visibleContent(current)
    : current !== undefined
}

/** Marks the updates of which a visitor sees nothing: those of positions without a component, and of their groups. */
const markInvisible = (updates: ResourceUpdate[], read: ReadResource): ResourceUpdate[] => {
  const updated = new Map(updates.map(({ iri, item }) => [iri, item?.resource]))
  const readUpdated = createReader((iri) => (updated.has(iri) ? updated.get(iri) : read(iri)))
  return updates.map((update) => {
    const [before, after] = [read, readUpdated].map((readOne) => shownOf(update.iri, readOne))
    return before === after ? { ...update, isInvisible: true } : update
  })
}

/** Returns what a visitor sees of a resource, as a string that can be compared; null for nothing. */
const shownOf = (iri: Iri, read: ReadResource) => {
  const resource = read(iri)
  if (!resource || (isResourceOf('COMPONENT_POSITION', resource) && !isFilled(resource, read)))
    return null
  if (!isResourceOf('COMPONENT_GROUP', resource)) return visibleContent(resource)
  const componentPositions = resource.componentPositions.filter((position) =>
    isFilled(read(position), read),
  )
  return visibleContent({ ...resource, componentPositions })
}

/** True when a position has a component that the user may read. */
const isFilled = (position: ComponentPosition | undefined, read: ReadResource) =>
  position?.component !== undefined && read(position.component) !== undefined

/** Returns the visible properties of a resource as a string that can be compared. */
const visibleContent = (resource: Resource) =>
  JSON.stringify(
    Object.entries(resource)
      .filter(
        ([property, value]) => value != null && !ignoredProperties(resource['@id']).has(property),
      )
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

const neverVisible = [
  ...['@context', '_metadata', 'publishedResource', 'draftResource', 'modifiedAt'],
  // The other pages that show the resource.
  'pages',
]
const ignoredOfAll = new Set(neverVisible)
const ignoredOfComponents = new Set([...neverVisible, 'componentPositions'])
const ignoredProperties = (iri: Iri) =>
  iriTypeOf(iri) === 'COMPONENT' ? ignoredOfComponents : ignoredOfAll

/** Resolves with null when the resource does not exist or may not be read; rejects with every other failure. */
export const nullIfMissing = async (request: Promise<Versioned>) => {
  try {
    return await request
  } catch (error) {
    const failure = Failure.from(error)
    if (failure.kind === 'forbidden' || failure.kind === 'notFound') return null
    throw failure
  }
}
