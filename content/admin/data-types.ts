/** The types of page data, by the words that developers and people have for them. */
import { humanize } from '../model/humanize.ts'
import type { Resource } from '../model/resource.ts'
import { entryOf, listPath } from './resource-lists.ts'
import { textIn } from '../model/text-in.ts'

export interface DataType {
  /** Its key in the entry point of the API: `blogArticleData`. */
  key: string
  /** The name that people see. */
  name: string
  /** The class that the API describes; null for a type that it does not have. */
  resourceClass: string | null
  /** The path of its list in the admin area. */
  href: string
}

/** Returns the type that a resource of the API's metadata describes. */
export const dataTypeOf = (metadata: Resource, name: string): DataType => {
  const resourceClass = textIn(metadata, 'resourceClass')
  const key = entryOf(resourceClass)
  return { key, name, resourceClass, href: listPath({ name: 'data', dataType: key }) }
}

/** Returns a type that the API does not have, by the key that was asked for. */
export const unknownDataType = (key: string): DataType => ({
  key,
  name: humanize(key),
  resourceClass: null,
  href: listPath({ name: 'data', dataType: key }),
})
