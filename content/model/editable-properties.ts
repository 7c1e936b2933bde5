/** The properties of a resource that an editor can write. */
import type { Resource } from './resource.ts'

/** Properties that the server computes or manages itself. */
const serverManagedProperties = new Set([
  'componentGroups',
  'componentPositions',
  'publishedAt',
  'publishedUntil',
  'publishedResource',
  'draftResource',
  'createdAt',
  'modifiedAt',
])

/** Returns the properties that an editor can write. */
export const editableProperties = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource).filter(
      ([key]) => !/^[@_]/.test(key) && !serverManagedProperties.has(key),
    ),
  )

/** Returns the body that makes `current` equal to `wanted`; properties that only `current` has become null. */
export const overwriteBody = (wanted: Resource, current: Resource) => ({
  ...Object.fromEntries(Object.keys(editableProperties(current)).map((key) => [key, null])),
  ...editableProperties(wanted),
})
