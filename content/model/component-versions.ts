/** A component with its twin and its places, and what of it can be written again. */
import type { Iri } from './iri.ts'
import { publishState, liveAndDraft } from './publish-state.ts'
import type { Component, ReadResource, Resource } from './resource.ts'

export const liveOf = (iri: Iri, read: ReadResource) => liveAndDraft(iri, read).live
export const draftOf = (iri: Iri, read: ReadResource) => liveAndDraft(iri, read).draft

export const isLive = (resource: Resource | undefined) =>
  resource !== undefined && publishState(resource) === 'published'

/** The positions of a component; those of a draft stand with its live twin. */
export const positionsOfComponent = (iri: Iri, read: ReadResource): Iri[] => {
  const { live, draft } = liveAndDraft(iri, read)
  return [live, draft].flatMap((twin) =>
    twin ? ((read(twin) as Component | undefined)?.componentPositions ?? []) : [],
  )
}

/** What the server works out or keeps itself. */
const serverManagedProperties = new Set([
  'componentGroups',
  'componentPositions',
  'publishedAt',
  'publishedResource',
  'draftResource',
  'createdAt',
  'modifiedAt',
])

/** All that somebody has written into it. */
export const editableProperties = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource).filter(
      ([key]) => !/^[@_]/.test(key) && !serverManagedProperties.has(key),
    ),
  )

/** A body that makes one resource say what another says: what only the old one has is cleared. */
export const overwriteBody = (wanted: Resource, old: Resource) => ({
  ...Object.fromEntries(Object.keys(editableProperties(old)).map((key) => [key, null])),
  ...editableProperties(wanted),
})
