/** The properties of a type of resource, as the documentation of an API describes them (Hydra). */
import { isObject } from '../is-object.ts'

/** The type of a property's values, as far as they can be entered into a form. */
export type ApiRange = 'text' | 'html' | 'number' | 'boolean' | 'date' | 'dateTime'

export interface ApiProperty {
  name: string
  range: ApiRange
  isRequired: boolean
  description: string | null
}

/** The ranges by the last part of their names, which are of XML Schema and RDF: `xmls:string`, `…/XMLSchema#string`. */
const ranges: Readonly<Record<string, ApiRange>> = {
  string: 'text',
  HTML: 'html',
  integer: 'number',
  nonNegativeInteger: 'number',
  positiveInteger: 'number',
  decimal: 'number',
  float: 'number',
  double: 'number',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'dateTime',
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const membersOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const rangeOf = (property: unknown): ApiRange | undefined => {
  const range = isObject(property) ? (property['range'] ?? property['rdfs:range']) : null
  const [name] = Array.isArray(range) ? range : [range]
  const known = typeof name === 'string' ? name.replace(/^.*[:#/]/, '') : ''
  return Object.hasOwn(ranges, known) ? ranges[known] : undefined
}

/** Returns the class with a name in the documentation of an API. */
const classNamed = (docs: unknown, name: string) =>
  membersOf(isObject(docs) ? docs['supportedClass'] : null).find(
    ({ title, '@id': id }) => title === name || id === `#${name}`,
  )

/** Returns the names of all properties of a class; none if the API does not describe it. */
export const propertyNamesOf = (docs: unknown, name: string): readonly string[] =>
  membersOf(classNamed(docs, name)?.['supportedProperty']).flatMap(
    ({ title }) => textOf(title) ?? [],
  )

/** Returns the properties of a class that have plain values and can be written. */
export const writablePropertiesOf = (docs: unknown, name: string): ApiProperty[] =>
  membersOf(classNamed(docs, name)?.['supportedProperty']).flatMap((supported) => {
    const { title, property, required, writeable, writable, description } = supported
    const propertyName = textOf(title)
    const range = rangeOf(property)
    if (propertyName === null || range === undefined || (writeable ?? writable) === false) return []
    return [
      {
        name: propertyName,
        range,
        isRequired: required === true,
        description: textOf(description),
      },
    ]
  })
