/** The fields of an item of page data: those of its type, as the API describes it, and those of its components. */
import type { Field, FieldFormat, Fields } from '../model/field.ts'
import { humanize } from '../model/humanize.ts'
import type { ApiProperty, ApiRange } from './api-class.ts'
import type { ItemField } from './item-form.ts'
import { publications } from './item-publication.ts'

/** The properties of all page data, which have fields of their own or are not entered. */
const commonProperties = new Set([
  'title',
  'metaDescription',
  'page',
  'route',
  'routePath',
  'parentPage',
  'parentPageData',
  'createdAt',
  'modifiedAt',
  'updatedAt',
  'id',
])

/** A text of unknown length is entered in several lines, so that it does not lose them. */
const formatsByRange: Readonly<Record<ApiRange, ItemField['format']>> = {
  text: 'longText',
  html: 'paragraphs',
  number: 'number',
  boolean: 'toggle',
  date: 'date',
  dateTime: 'dateTime',
}

/** The formats in which the values of a kind's field are entered. Those without one are edited on the page only. */
const formatsByKind: Readonly<Partial<Record<FieldFormat, ItemField['format']>>> = {
  text: 'text',
  longText: 'longText',
  altText: 'text',
  html: 'paragraphs',
  url: 'text',
  file: 'picture',
  number: 'number',
  boolean: 'toggle',
  choice: 'choice',
}

const optionsOf = (field: Field) =>
  field.format === 'choice'
    ? {
        options: [
          ...(field.required === undefined ? [{ value: '', label: 'None' }] : []),
          ...field.choices,
        ],
      }
    : {}

const fieldOf = (name: string, format: ItemField['format'], field: Field): ItemField => ({
  name,
  label: field.label,
  format,
  ...(field.hint !== undefined && { hint: field.hint }),
  ...(field.required !== undefined && { required: field.required }),
  ...optionsOf(field),
})

const describedField = ({ name, range, isRequired, description }: ApiProperty): ItemField => ({
  name,
  label: humanize(name),
  format: formatsByRange[range],
  ...(description !== null && { hint: description }),
  ...(isRequired && range !== 'boolean' && { required: 'Enter a value.' }),
})

/** Returns the fields of a type's own properties. The site's kind of it, if it has one, has their labels and choices. */
export const ownFields = (properties: readonly ApiProperty[], known: Fields = {}): ItemField[] =>
  properties
    .filter(({ name }) => !commonProperties.has(name))
    .map((property) => {
      const field = Object.hasOwn(known, property.name) ? known[property.name] : undefined
      const format = field && formatsByKind[field.format]
      return field && format ? fieldOf(property.name, format, field) : describedField(property)
    })

/** A component of page data, with the site's fields of its kind. */
export interface DataPart {
  /** The property that refers to it. */
  part: string
  fields: Fields
}

const fieldsOfPart = ({ part, fields }: DataPart, hasFiles: boolean): ItemField[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const format = formatsByKind[field.format]
    if (format === undefined || (format === 'picture' && !hasFiles)) return []
    // A component that is left empty is not added, so that none of its values is required here.
    const { required: _, ...optional } = fieldOf(`${part}.${name}`, format, field)
    return [{ ...optional, part }]
  })

/** Puts the name of the component before labels that several fields have. */
const withDistinctLabels = (fields: readonly ItemField[]) =>
  fields.map((field) => {
    const isShared = fields.some((other) => other !== field && other.label === field.label)
    return isShared ? { ...field, label: `${humanize(field.part!)}: ${field.label}` } : field
  })

const publicationFields: readonly ItemField[] = [
  {
    name: 'publication',
    label: 'Publication',
    format: 'publication',
    options: publications,
    hint: 'Of the text and pictures. Visitors find the page itself once it has a route.',
    initial: 'draft',
  },
  {
    name: 'publicationTime',
    label: 'Publish at',
    format: 'publicationTime',
    shownWith: { field: 'publication', value: 'scheduled' },
    required: 'Enter the time of publication.',
  },
]

/** Returns the fields of the components of page data, and of their publication. `hasFiles` is true with a media library. */
export const partFields = (parts: readonly DataPart[], hasFiles: boolean): ItemField[] => {
  const fields = withDistinctLabels(parts.flatMap((part) => fieldsOfPart(part, hasFiles)))
  return fields.length > 0 ? [...fields, ...publicationFields] : []
}
