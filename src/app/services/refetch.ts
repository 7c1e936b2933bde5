/** Reads again what a change has touched: groups first, so that nobody asks for what they no longer hold. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import type {
  ComponentGroup,
  ComponentPosition,
  ReadResource,
  Versioned,
} from '#content/model/resource.ts'
import type { ResourceUpdates } from '#content/change/progress.ts'

interface RefetchOptions {
  requests: readonly string[]
  /** What is known from before the change. */
  read: ReadResource
  /** Reads one resource; null where it is gone. */
  fetch: (request: string) => Promise<Versioned | null>
}

export const refetch = async ({
  requests,
  read,
  fetch,
}: RefetchOptions): Promise<ResourceUpdates> => {
  const isGroup = (request: string) => iriTypeOf(request) === 'COMPONENT_GROUP'
  const groups = await fetchAll(requests.filter(isGroup), fetch)
  const removed = requests.filter(
    (request) => !isGroup(request) && wasRemovedFromGroup(request, read, groups),
  )
  const rest = await fetchAll(
    requests.filter((request) => !isGroup(request) && !removed.includes(request)),
    fetch,
  )
  return {
    items: [...groups.items, ...rest.items],
    gone: [...groups.gone, ...rest.gone, ...removed],
  }
}

/** Reads once more where another page is shown by then: a position shows one thing here and another there. */
export const repeatUntilPathStable = async (
  path: () => string,
  read: () => Promise<ResourceUpdates>,
) => {
  for (;;) {
    const before = path()
    const found = await read()
    if (path() === before) return found
  }
}

const fetchAll = async (
  requests: readonly string[],
  fetch: RefetchOptions['fetch'],
): Promise<ResourceUpdates> => {
  const answers = await Promise.all(requests.map(fetch))
  return {
    items: answers.filter((item) => item !== null),
    gone: requests.flatMap((request, index) => (answers[index] ? [] : [withoutQuery(request)])),
  }
}

/** Whether the group that held a position has been read, and holds it no more. */
const wasRemovedFromGroup = (request: Iri, read: ReadResource, groups: ResourceUpdates) => {
  const position = read(request) as ComponentPosition | undefined
  if (!position || iriTypeOf(request) !== 'COMPONENT_POSITION') return false
  const { componentGroup } = position
  const group = groups.items.find(({ resource }) => resource['@id'] === componentGroup)
  if (!group) return groups.gone.includes(componentGroup)
  return !(group.resource as ComponentGroup).componentPositions.includes(request)
}

const withoutQuery = (request: string) => request.split('?')[0]!
