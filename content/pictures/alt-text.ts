/** The alternative texts of pictures. A missing one is null or absent; an empty one marks a picture as decorative. */
import type { Fields } from '../model/field.ts'
import type { Resource } from '../model/resource.ts'

/** True if a property of a component has a file: a stored one, or one that is being saved. */
export const hasFile = (resource: Resource, property: string) =>
  Boolean(resource[property] ?? resource._metadata.mediaObjects?.[property])

/** True if a component has a picture that is not described for those who do not see it. */
export const lacksAltText = (resource: Resource, fields: Fields = {}) =>
  Object.entries(fields).some(
    ([name, field]) =>
      field.format === 'altText' &&
      (resource[name] ?? null) === null &&
      hasFile(resource, field.describes),
  )
