/** What live updates change about the page that is shown, before anybody decides to see it. */
import { Failure } from '#content/model/failure.ts'
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { nestedIris, nestedRequest } from '#content/page/page.ts'
import {
  type ReadResource,
  type Resource,
  type Versioned,
  isResource,
} from '#content/model/resource.ts'
import type { Message } from '#machines/live/hub-connection.ts'
import type { ResourceUpdate } from '#machines/live/live-updates.ts'

interface UpdateOptions {
  messages: readonly Message[]
  /** The IRIs of the page that is shown. */
  current: readonly Iri[]
  read: ReadResource
  /** Reads one resource as whoever is looking may see it; null where they may not, or it is gone. */
  fetch: (request: string) => Promise<Versioned | null>
  /** Whether payloads, which are made for visitors, say what this viewer sees. */
  isVisitor: boolean
  /** Cleans a payload that is taken as it came. */
  sanitizeResource: (item: Versioned) => Versioned | Promise<Versioned>
}

export const prepareUpdate = async (options: UpdateOptions): Promise<ResourceUpdate[]> => {
  const relevant = options.messages.filter((message) => isRelevant(message, options.current))
  const changed = await Promise.all(relevant.map((message) => changeOf(message, options)))
  const all = await withNested(changed.flat(), options)
  return all.filter((staged) => isVisibleChange(staged, options.read))
}

/** On this page, or the draft of something that is. */
const isRelevant = ({ data }: Message, current: readonly Iri[]) =>
  current.includes(data['@id']) || current.includes(data['publishedResource'] as Iri)

const changeOf = async ({ data }: Message, options: UpdateOptions): Promise<ResourceUpdate[]> => {
  const iri = data['@id']
  if (Object.keys(data).length === 1) return [{ iri, item: null }]
  // A position depends on the page and on who looks; drafts are only in what an editor reads.
  const asIs = options.isVisitor && iriTypeOf(iri) !== 'COMPONENT_POSITION' && isResource(data)
  if (asIs) return [{ iri, item: await options.sanitizeResource({ resource: data }) }]
  // Asked for by its live row a draft is given too, and is not missed where it has been published meanwhile.
  const live = (data['publishedResource'] as Iri | undefined) ?? iri
  const item = await options.fetch(live)
  return [{ iri: item?.resource['@id'] ?? live, item }]
}

/** With what the changed resources lead to and nobody has read yet, level by level. */
const withNested = async (
  staged: ResourceUpdate[],
  options: UpdateOptions,
): Promise<ResourceUpdate[]> => {
  const { read, fetch } = options
  const known = new Map(staged.map((entry) => [entry.iri, entry]))
  const asked = new Set<string>()
  for (let level = staged; level.length > 0;) {
    const requests = level.flatMap(({ item }) => {
      if (!item) return []
      const { resource } = item
      return nestedIris(resource)
        .filter((iri) => (!read(iri) && !known.has(iri)) || isStaleLiveVersion(resource, iri, read))
        .map((iri) => nestedRequest(resource, iri))
    })
    const fresh = [...new Set(requests)].filter((request) => !asked.has(request))
    for (const request of fresh) asked.add(request)
    const found = (await Promise.all(fresh.map(fetch))).filter((item) => item !== null)
    level = found.map((item) => ({ iri: item.resource['@id'], item }))
    for (const entry of level) known.set(entry.iri, entry)
  }
  return [...known.values()]
}

/** An editor who asks for a live row gets its draft, so the row itself has to be asked for by name. */
const isStaleLiveVersion = (resource: Resource, iri: Iri, read: ReadResource) =>
  resource['publishedResource'] === iri && read(iri) !== undefined

const isVisibleChange = ({ iri, item }: ResourceUpdate, read: ReadResource) => {
  const current = read(iri)
  return item
    ? !current || visibleContent(item.resource) !== visibleContent(current)
    : current !== undefined
}

/** What makes a difference to what is seen. */
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
  // Where else something is shown.
  'pages',
]
const ignoredOfAll = new Set(neverVisible)
const ignoredOfComponents = new Set([...neverVisible, 'componentPositions'])
const ignoredProperties = (iri: Iri) =>
  iriTypeOf(iri) === 'COMPONENT' ? ignoredOfComponents : ignoredOfAll

/** Reads for an update: what may not be seen, or is gone by now, is not there. */
export const nullIfMissing = async (reading: Promise<Versioned>) => {
  try {
    return await reading
  } catch (error) {
    const failure = Failure.from(error)
    if (failure.kind === 'forbidden' || failure.kind === 'notFound') return null
    throw failure
  }
}
