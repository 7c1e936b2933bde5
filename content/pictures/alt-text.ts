/** The alternative texts of pictures. A missing one is null or absent; an empty one marks a picture as decorative. */
import type { Fields } from '../model/field.ts'
import type { Resource } from '../model/resource.ts'
import { lacksDescription } from './pictures-in-html.ts'

/** Returns what tells the file of a property from others: the IRI of a stored one, or what is being saved. */
const fileIn = (resource: Resource | undefined, property: string) =>
  resource?.[property] ?? resource?._metadata.mediaObjects?.[property]?.[0]?.['@id']

/** True if a property of a component has a file: a stored one, or one that is being saved. */
export const hasFile = (resource: Resource, property: string) => Boolean(fileIn(resource, property))

/** True if a picture has replaced the one of the live version, whose description it still has. */
export const keepsAltText = (
  resource: Resource,
  live: Resource | undefined,
  { name, describes }: { name: string; describes: string },
) => {
  const [file, former] = [fileIn(resource, describes), fileIn(live, describes)]
  const isReplaced = Boolean(file && former && file !== former)
  return isReplaced && Boolean(resource[name]) && resource[name] === live?.[name]
}

/** True if a component is a picture that is not described for those who do not see it. */
export const lacksOwnAltText = (resource: Resource, fields: Fields = {}) =>
  Object.entries(fields).some(
    ([name, field]) =>
      field.format === 'altText' &&
      (resource[name] ?? null) === null &&
      hasFile(resource, field.describes),
  )

/** True if a component is a picture, or has one in a text, that is not described. */
export const lacksAltText = (resource: Resource, fields: Fields = {}) =>
  lacksOwnAltText(resource, fields) ||
  Object.entries(fields).some(
    ([name, { format }]) => format === 'html' && lacksDescription(String(resource[name])),
  )
