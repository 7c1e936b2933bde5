/**
 * Parses the texts in which a tab remembers the work of an account over a reload. An older version of the app may have
 * written one, or any script of the site, so its size is checked before it is parsed, and its shape before it is used.
 */
import {
  type ObjectEntries,
  check,
  literal,
  pipe,
  regex,
  safeParse,
  strictObject,
  string,
  union,
} from 'valibot'
import { parseJson } from '../parse-json.ts'
import { isSiteHref } from '../links/link.ts'

/**
 * The maximum number of characters of one text, of which each takes two bytes. Browsers have room for five million of
 * a site.
 */
export const maxCharacters = 500_000

const maxLevels = 40

const dataUri = /^data:[\w/+.-]*[;,]/

/** The maximum length of the tiny picture that a media object has inline; most have a hundred characters. */
const maxPreviewLength = 1_000

const isPreview = (name: string, value: unknown) =>
  name === 'preview' && typeof value === 'string' && value.length <= maxPreviewLength

/** True for a value without files, which would fill up the storage, and that is not nested too deeply to be read. */
export const isPlain = (value: unknown, levels = maxLevels): boolean => {
  if (typeof value === 'string') return !dataUri.test(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    levels > 0 &&
    Object.entries(value).every(
      ([name, item]) => isPreview(name, item) || isPlain(item, levels - 1),
    )
  )
}

/** A path of this site, but no address of another one. */
const path = pipe(string(), regex(/^\//), check(isSiteHref))
/** An IRI or a placeholder for one. */
export const iri = union([path, pipe(string(), regex(/^new:/))])
/** The page on which something was changed. */
export const page = strictObject({ path, title: string() })

interface Format<Entries extends ObjectEntries> {
  /** Increased when the entries are others. */
  version: number
  entries: Entries
}

/** Returns what a text of this format remembers for an account; null for any other text. */
export const parseRememberedText = <Entries extends ObjectEntries>(
  text: string,
  account: string,
  { version, entries }: Format<Entries>,
) => {
  if (text.length > maxCharacters) return null
  const value = parseJson(text)
  if (!isPlain(value)) return null
  const schema = strictObject({ version: literal(version), account: literal(account), ...entries })
  const { success, output } = safeParse(schema, value)
  return success ? output : null
}
