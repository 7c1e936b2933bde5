/** The values of an item's fields: as they are stored, as they are entered, and what is wrong with them. */
import { type Iri, isIriOf } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'
import { textIn } from '../model/text-in.ts'
import { isPlainHtml, paragraphsOf, textOfParagraphs } from './html-paragraphs.ts'
import { highestRoleIn } from './roles.ts'

/** A value as it is entered. */
export type ItemValue = string | boolean

/**
 * The way in which a value is entered and stored. `yesOrNo` is a boolean that is chosen by words, `toggle` one that is checked,
 * `role` the highest of the roles of an account, `styles` the class name in a list of one, and `password` is never read.
 * `paragraphs` is HTML that is entered as text, as long as it is no more than that; `picture` is a file of the media library,
 * and `parent` a page or page data, each of which has a property of its own.
 */
export type ItemFieldFormat =
  | 'text'
  | 'longText'
  | 'email'
  | 'url'
  | 'password'
  | 'number'
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'yesOrNo'
  | 'toggle'
  | 'role'
  | 'styles'
  | 'paragraphs'
  | 'picture'
  | 'parent'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Returns a time as the control enters it: in the time zone of the browser, to the minute. */
export const localTime = (text: string) => {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return ''
  const date = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())]
  return `${date.join('-')}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

/** Returns the IRI of the file that a resource has: of the media object, under the name that the resource has it by. */
const fileIn = (resource: Resource, name: string): Iri =>
  resource._metadata.mediaObjects?.[name]?.find((file) => !file.imagineFilter)?.['@id'] ?? ''

/** Returns the IRI of the page or page data below which something is; '' for none. */
export const parentIn = (resource: Resource): Iri =>
  textIn(resource, 'parentPage') || textIn(resource, 'parentPageData')

const firstText = (value: unknown) =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''

const numberText = (value: unknown) => (typeof value === 'number' ? String(value) : '')

/** Returns the value of HTML: its text, or the HTML itself where that is more than text and cannot be entered here. */
const htmlValue = (html: string) => (isPlainHtml(html) ? textOfParagraphs(html) : html)

type Enter = (resource: Resource, name: string) => ItemValue

/** Returns a property as it is entered, for each format whose values are not the text that is stored. */
const entered: Readonly<Partial<Record<ItemFieldFormat, Enter>>> = {
  toggle: (resource, name) => resource[name] === true,
  yesOrNo: (resource, name) => String(resource[name] === true),
  role: (resource, name) => highestRoleIn(resource[name]),
  styles: (resource, name) => firstText(resource[name]),
  password: () => '',
  number: (resource, name) => numberText(resource[name]),
  date: (resource, name) => textIn(resource, name).slice(0, '2000-01-01'.length),
  dateTime: (resource, name) => localTime(textIn(resource, name)),
  paragraphs: (resource, name) => htmlValue(textIn(resource, name)),
  picture: fileIn,
  parent: parentIn,
}

/** Returns a property of a resource as it is entered. */
export const enteredValue = (resource: Resource, name: string, format: ItemFieldFormat) =>
  (entered[format] ?? textIn)(resource, name)

/** Returns a value without the spaces around it. Passwords may begin and end with some. */
export const cleanValue = (format: ItemFieldFormat, value: ItemValue) =>
  typeof value === 'string' && format !== 'password' ? value.trim() : value

/** Returns an entered value as the API stores it; null for none. */
const storedValue = (format: ItemFieldFormat, value: ItemValue): unknown => {
  const cleaned = cleanValue(format, value)
  if (format === 'yesOrNo') return cleaned === 'true'
  if (cleaned === '') return null
  switch (format) {
    case 'role':
    case 'styles':
      return [cleaned]
    case 'number':
      return Number(cleaned)
    case 'dateTime':
      return new Date(String(cleaned)).toISOString()
    case 'paragraphs':
      return paragraphsOf(String(cleaned))
    default:
      return cleaned
  }
}

/** Returns the properties that an entered value is stored in. */
export const storedProperties = (
  name: string,
  format: ItemFieldFormat,
  value: ItemValue,
): Record<string, unknown> => {
  const stored = storedValue(format, value)
  if (format !== 'parent') return { [name]: stored }
  return {
    parentPage: isIriOf('PAGE', stored) ? stored : null,
    parentPageData: isIriOf('PAGE_DATA', stored) ? stored : null,
  }
}

/** Returns the message about an entered value that cannot be stored, or null. */
export const valueProblem = (format: ItemFieldFormat, value: ItemValue) => {
  const cleaned = String(cleanValue(format, value))
  if (cleaned === '') return null
  if (format === 'number' && !Number.isFinite(Number(cleaned))) return 'Enter a number.'
  const isTime = format === 'date' || format === 'dateTime'
  return isTime && Number.isNaN(Date.parse(cleaned)) ? 'Enter a date.' : null
}
