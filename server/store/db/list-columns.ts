/**
 * Makes the columns by which lists are searched, filtered and sorted, so that none of that has to parse the JSON of every
 * resource. Case is folded here, since the databases fold it differently: libsql only ASCII, PostgreSQL by its locale.
 */
import { type Iri, iriPrefixes, isIriOf } from '#content/model/iri.ts'
import type { ResourceTable } from './schema.ts'

/** The properties that a list of a type can be searched in and sorted by, besides the dates. */
interface ListProperties {
  searched: readonly string[]
  /** The first that has a value is what the list is sorted by. */
  sorted: readonly string[]
}

const coreProperties: ListProperties = {
  searched: ['path', 'reference', 'title', 'uiComponent'],
  sorted: ['path', 'reference'],
}
const pageDataProperties: ListProperties = { searched: ['title'], sorted: ['title'] }

/** Returns the list properties of what has an IRI; null for components, whose lists have neither. */
const listPropertiesOf = (iri: Iri): ListProperties | null => {
  if (iri.startsWith(iriPrefixes.PAGE_DATA)) return pageDataProperties
  return iri.startsWith('/_/') ? coreProperties : null
}

/** The maximum length of a sort key in characters: PostgreSQL refuses to index long texts. Longer names are cut. */
const maxSortKeyLength = 200

const isSingleCharacter = (text: string) => [...text].length === 1

/** Folds the case of one character: to lower case by way of upper case, so that `ς`, `σ` and `Σ` are the same. */
const foldCharacter = (character: string) => {
  const upper = character.toUpperCase()
  const lower = (isSingleCharacter(upper) ? upper : character).toLowerCase()
  return isSingleCharacter(lower) ? lower : character
}

/** Folds the case of a text, character by character, so that a part of a text is folded as it is within the text. */
export const foldCase = (text: string) => [...text].map(foldCharacter).join('')

const textsOf = (data: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  names.flatMap((name) => {
    const value = data[name]
    return typeof value === 'string' && value !== '' ? [foldCase(value)] : []
  })

/** Returns a truth value as the databases store it; null for what is no page. */
const templateColumnOf = (iri: Iri, isTemplate: unknown) =>
  isIriOf('PAGE', iri) && typeof isTemplate === 'boolean' ? Number(isTemplate) : null

/** Returns the columns of a resource. */
export const listColumnsOf = (
  iri: Iri,
  data: Readonly<Record<string, unknown>>,
): Pick<ResourceTable, 'search_text' | 'sort_key' | 'is_template'> => {
  const properties = listPropertiesOf(iri)
  const texts = textsOf(data, properties?.searched ?? [])
  const [name = null] = textsOf(data, properties?.sorted ?? [])
  return {
    search_text: texts.length ? texts.join('\n') : null,
    sort_key: name === null ? null : [...name].slice(0, maxSortKeyLength).join(''),
    is_template: templateColumnOf(iri, data['isTemplate']),
  }
}
