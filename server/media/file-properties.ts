/** Finds the properties that hold files, and describes the files in the metadata of a resource. */
import type { Iri } from '#content/model/iri.ts'
import { framingOf } from '#content/pictures/framing.ts'
import { type TypeDefinition, framingPropertiesOf } from '../store/types/type-definition.ts'
import type { TypeExtension } from '../store/types/type-registry.ts'
import type { FileRecord } from '../store/types/stored-file.ts'
import { isCroppable } from './crops/cropped-files.ts'
import { mediaFilesOf } from './media-files.ts'

/** Returns the names of the properties that hold files. */
export const filePropertiesOf = (definition: TypeDefinition) =>
  Object.entries(definition.properties).flatMap(([name, property]) =>
    property.type === 'file' ? [name] : [],
  )

/** True for the value of a property that holds a file. */
export const isFileRecord = (value: unknown): value is FileRecord =>
  typeof value === 'object' && value !== null && 'variants' in value && 'mimeType' in value

const urlOf = (api: string, iri: Iri, property: string) => (name: string) =>
  `${api}${iri}/download/${property}/${name}`

/** Returns the part of the store that describes files. `base` is the API's URL for clients that name none. */
export const createMediaFeature =
  (base: string): TypeExtension =>
  (definition) => {
    const properties = filePropertiesOf(definition)
    if (!properties.length) return {}
    const framings = framingPropertiesOf(definition)
    return {
      metadata: ({ iri, data }, apiBase = base) => {
        const records = properties.flatMap((property) => {
          const record = data[property]
          return isFileRecord(record) ? [{ property, record }] : []
        })
        if (!records.length) return {}
        const objects = records.map(({ property, record }) => {
          const framing = isCroppable(record) ? framingOf(data[framings[property] ?? '']) : {}
          return [property, mediaFilesOf(record, urlOf(apiBase, iri, property), framing)] as const
        })
        const framed = records.flatMap(({ property, record }) =>
          framings[property] && isCroppable(record) ? [[property, framings[property]]] : [],
        )
        return {
          mediaObjects: Object.fromEntries(objects),
          ...(framed.length && { framings: Object.fromEntries(framed) }),
        }
      },
    }
  }
