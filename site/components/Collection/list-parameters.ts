/** The parameters of a collection as choices for editors: the order of its entries, and the words in them. */
import type { Resource } from '#content/model/resource.ts'
import { isObject } from '#content/is-object.ts'
import { humanize } from '#content/model/humanize.ts'
import { collectionOf } from '#content/page/collection.ts'

type Parameters = Readonly<Record<string, unknown>>

/** The parameters of a list of pages, for a collection that has not been read yet. */
const pageParameters = ['order[createdAt]', 'order[title]', 'title']

/** Returns the parameters that a collection has of its own. */
export const parametersOf = ({ defaultQueryParameters }: Resource): Parameters =>
  isObject(defaultQueryParameters) ? defaultQueryParameters : {}

/** Returns the names of the parameters with which the list of a collection can be ordered and searched. */
const parameterNamesOf = (collection: Resource) =>
  collectionOf(collection)?.search?.mapping.map(({ variable }) => variable) ?? pageParameters

/** Returns the orders of a collection's list, with `createdAt desc` for `order[createdAt]=desc` as values. */
export const orderOptions = (collection: Resource) =>
  parameterNamesOf(collection).flatMap((name) => {
    const property = /^order\[(.+)\]$/.exec(name)?.[1]
    if (!property) return []
    if (property === 'createdAt')
      return [
        { value: 'createdAt desc', label: 'Newest first' },
        { value: 'createdAt asc', label: 'Oldest first' },
      ]
    return [
      { value: `${property} asc`, label: `${humanize(property)}, A to Z` },
      { value: `${property} desc`, label: `${humanize(property)}, Z to A` },
    ]
  })

/** Returns the first order in the parameters, as in `orderOptions`; that of a list without one is newest first. */
export const orderIn = ({ order }: Parameters) => {
  const [[property, direction] = ['createdAt', 'desc']] = Object.entries(
    isObject(order) ? order : {},
  )
  return `${property} ${String(direction)}`
}

/** Returns the parameters with an order of `orderOptions`. */
export const withOrder = (parameters: Parameters, value: string) => {
  const [property = '', direction] = value.split(' ')
  return { ...parameters, order: { [property]: direction } }
}

/** Returns the name of the parameter that searches the list; undefined if it cannot be searched. */
export const searchParameter = (collection: Resource) => {
  const names = parameterNamesOf(collection).filter((name) => /^\w+$/.test(name))
  return names.includes('title') ? 'title' : names[0]
}

/** Returns the parameters with a text to search for; null if nothing is left. */
export const withSearch = (parameters: Parameters, name: string, text: string) => {
  const { [name]: _, ...others } = parameters
  const changed = text ? { ...others, [name]: text } : others
  return Object.keys(changed).length > 0 ? changed : null
}
