/** Reads again what a change has touched: groups first, so that nobody asks for what they no longer hold. */
import { type Iri, typeOf } from '#content/iri.ts'
import type { ComponentGroup, ComponentPosition, Read, Versioned } from '#content/resource.ts'
import type { Found } from '#content/course.ts'

interface ReadAgainOptions {
  requests: readonly string[]
  /** What is known from before the change. */
  read: Read
  /** Reads one resource; null where it is gone. */
  fetch: (request: string) => Promise<Versioned | null>
}

export const readAgain = async ({ requests, read, fetch }: ReadAgainOptions): Promise<Found> => {
  const isGroup = (request: string) => typeOf(request) === 'COMPONENT_GROUP'
  const groups = await readAll(requests.filter(isGroup), fetch)
  const left = requests.filter((request) => !isGroup(request) && wasLeft(request, read, groups))
  const rest = await readAll(
    requests.filter((request) => !isGroup(request) && !left.includes(request)),
    fetch,
  )
  return {
    items: [...groups.items, ...rest.items],
    gone: [...groups.gone, ...rest.gone, ...left],
  }
}

/** Reads once more where another page is shown by then: a position shows one thing here and another there. */
export const forOnePage = async (path: () => string, read: () => Promise<Found>) => {
  for (;;) {
    const before = path()
    const found = await read()
    if (path() === before) return found
  }
}

const readAll = async (
  requests: readonly string[],
  fetch: ReadAgainOptions['fetch'],
): Promise<Found> => {
  const answers = await Promise.all(requests.map(fetch))
  return {
    items: answers.filter((item) => item !== null),
    gone: requests.flatMap((request, index) => (answers[index] ? [] : [iriIn(request)])),
  }
}

/** Whether the group that held a position has been read, and holds it no more. */
const wasLeft = (request: Iri, read: Read, groups: Found) => {
  const position = read(request) as ComponentPosition | undefined
  if (!position || typeOf(request) !== 'COMPONENT_POSITION') return false
  const { componentGroup } = position
  const group = groups.items.find(({ resource }) => resource['@id'] === componentGroup)
  if (!group) return groups.gone.includes(componentGroup)
  return !(group.resource as ComponentGroup).componentPositions.includes(request)
}

const iriIn = (request: string) => request.split('?')[0]!
