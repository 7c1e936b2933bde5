/** Finds the properties that hold files, and describes the files in the metadata of a resource. */
import type { Iri } from '#content/model/iri.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import type { TypeExtension } from '../store/types/type-registry.ts'
import type { FileRecord } from '../store/types/stored-file.ts'
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
    return {
      metadata: ({ iri, data }, apiBase = base) => {
        const objects = properties.flatMap((property) => {
          const record = data[property]
          return isFileRecord(record)
            ? [[property, mediaFilesOf(record, urlOf(apiBase, iri, property))] as const]
            : []
        })
        return objects.length ? { mediaObjects: Object.fromEntries(objects) } : {}
      },
    }
  }
