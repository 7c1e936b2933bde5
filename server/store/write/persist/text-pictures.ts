/** Finds the media objects of the pictures in texts and settings, so that the library knows where its files are used. */
import type { Iri } from '#content/model/iri.ts'
import { libraryFileOf } from '#content/pictures/picture-address.ts'
import { libraryFilesIn } from '#content/pictures/pictures-in-html.ts'
import { mediaObjectType } from '../../types/media-object-data.ts'
import type { Property } from '../../types/property.ts'
import { stemOf } from '../../types/stored-file.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import type { ParsedBody } from '../parse-resource-body.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { stemProperty } from './persist-files.ts'

/** True for a property that holds HTML. */
export const isText = (property: Property) =>
  property.type === 'value' && property.format === 'html'

/** Returns the names of the files of the media library that a value shows; null if the property shows none. */
const filesIn = (type: string, property: Property | undefined, value: unknown) => {
  const text = typeof value === 'string' ? value : ''
  // The whole value of a setting is the address of its picture.
  if (type === 'SiteConfigParameter') return [libraryFileOf(text) ?? []].flat()
  return property && isText(property) ? libraryFilesIn(text) : null
}

/** Returns the media objects of each text in a request, in the order of its pictures; none for those the library does not have. */
export const mediaObjectsInTexts = (
  work: UnitOfWork,
  { type, properties }: TypeDefinition,
  values: ParsedBody['values'],
) =>
  work.query((graph) => {
    const find = (name: string): Iri[] => {
      const iri = graph.findByUnique(mediaObjectType, stemProperty, stemOf(name))
      return iri === null ? [] : [iri]
    }
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]): [string, Iri[]][] => {
        const files = filesIn(type, properties[name], value)
        return files === null ? [] : [[name, [...new Set(files.flatMap(find))]]]
      }),
    )
  })
