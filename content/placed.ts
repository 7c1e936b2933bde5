/** A component with its twin and its places, and what of it can be written again. */
import type { Iri } from './iri.ts'
import { publishState, twins } from './publish.ts'
import type { Component, Read, Resource } from './resource.ts'

export const liveOf = (iri: Iri, read: Read) => twins(iri, read).live
export const draftOf = (iri: Iri, read: Read) => twins(iri, read).draft

export const isLive = (resource: Resource | undefined) =>
  resource !== undefined && publishState(resource) === 'published'

/** The positions of a component; those of a draft stand with its live twin. */
export const placesOf = (iri: Iri, read: Read): Iri[] => {
  const { live, draft } = twins(iri, read)
  return [live, draft].flatMap((twin) =>
    twin ? ((read(twin) as Component | undefined)?.componentPositions ?? []) : [],
  )
}

/** What the server works out or keeps itself. */
const kept = new Set([
  'componentGroups',
  'componentPositions',
  'publishedAt',
  'publishedResource',
  'draftResource',
  'createdAt',
  'modifiedAt',
])

/** All that somebody has written into it. */
export const written = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource).filter(([key]) => !/^[@_]/.test(key) && !kept.has(key)),
  )

/** A body that makes one resource say what another says: what only the old one has is cleared. */
export const overwrite = (wanted: Resource, old: Resource) => ({
  ...Object.fromEntries(Object.keys(written(old)).map((key) => [key, null])),
  ...written(wanted),
})
