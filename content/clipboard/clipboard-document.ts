/**
 * The document of copied components on the clipboard. Any program can write one, so nothing in it is believed: its size
 * is checked before its text is parsed, and its shape before it is read.
 */
import {
  type GenericSchema,
  array,
  exactOptional,
  lazy,
  literal,
  looseObject,
  maxLength,
  minLength,
  number,
  pipe,
  record,
  regex,
  safeParse,
  strictObject,
  string,
  unknown,
} from 'valibot'
import { parseJson } from '../parse-json.ts'
import { referenceOf } from '../model/field.ts'
import { type ComponentKind, kindOf } from '../model/kind.ts'
import { isVariantProperty } from '../model/variant-properties.ts'
import type { Iri } from '../model/iri.ts'
import type { ComponentCopy, GroupCopy } from './component-copy.ts'
import { fieldOf } from './paste-context.ts'

/** The type under which the document is on the clipboard. */
export const clipboardType = 'application/x-troupe-components+json'
/** The attribute of the HTML on the clipboard with the document, for browsers that keep no types but the common ones. */
export const clipboardAttribute = 'data-troupe-components'

/** The maximum number of characters of HTML in which a document is looked for. A quotation mark takes six of them. */
export const maxHtmlCharacters = 64 * 1024 * 1024

const format = 'troupe-components'
const version = 1

const limits = {
  /** The maximum for the whole document. Files in base64 take most of it. */
  characters: 24 * 1024 * 1024,
  fileCharacters: 8 * 1024 * 1024,
  levels: 32,
  values: 20_000,
  components: 50,
}

/** A file: its content as a data URI, or the component of the same site that has it. */
export interface DocumentFile {
  content?: string | undefined
  source?: string | undefined
}

export interface DocumentComponent {
  type: string
  fields: Record<string, unknown>
  files: Record<string, DocumentFile>
  groups: DocumentGroup[]
}

export interface DocumentGroup {
  name: string
  /** The types of the components that it accepts. */
  allowed?: string[] | undefined
  components: DocumentComponent[]
}

export interface ClipboardDocument {
  format: typeof format
  version: typeof version
  /** The origin of the site, with which addresses without one are completed elsewhere. */
  origin: string
  components: DocumentComponent[]
}

const shortText = pipe(string(), maxLength(255))
const files = record(
  shortText,
  strictObject({
    content: exactOptional(pipe(string(), maxLength(limits.fileCharacters))),
    source: exactOptional(pipe(string(), regex(/^\/component\/\w{1,100}\/[\w-]{1,100}$/))),
  }),
)
const component: GenericSchema<DocumentComponent> = strictObject({
  type: shortText,
  fields: record(shortText, unknown()),
  files,
  groups: array(
    strictObject({
      name: pipe(string(), regex(/^[a-z][\w-]{0,99}$/i)),
      allowed: exactOptional(array(shortText)),
      components: array(lazy(() => component)),
    }),
  ),
})
const schema = strictObject({
  format: literal(format),
  version: literal(version),
  origin: pipe(string(), regex(/^https?:\/\/[\w.:[\]-]{1,255}$/)),
  components: pipe(array(component), minLength(1), maxLength(limits.components)),
})
const header = looseObject({ format: literal(format), version: number() })

/** Returns the document in a text from the clipboard, or the reason why it cannot be pasted. */
export const parseDocument = (text: string): ClipboardDocument | { refusal: string } => {
  if (text.length > limits.characters) return { refusal: 'This is too large to be pasted.' }
  const value = parseJson(text)
  if (!isWithinLimits(value)) return { refusal: 'This is too large to be pasted.' }
  const named = safeParse(header, value)
  if (named.success && named.output.version > version)
    return { refusal: 'It was copied with a newer version of the editor. Reload this page.' }
  const { success, output } = safeParse(schema, value)
  return success ? output : { refusal: 'The component on the clipboard cannot be read.' }
}

/** Counts level by level, without recursion: what is nested deeply would overflow the stack of the schema. */
const isWithinLimits = (value: unknown) => {
  let level = [value]
  let count = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    count += level.length
    if (depth > limits.levels || count > limits.values) return false
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    )
  }
  return true
}

/** Returns the reason why a document could not be pasted anywhere, so that it must not be copied; null if it can. */
export const whyTooLarge = (document: ClipboardDocument): string | null => {
  if (document.components.length > limits.components)
    return `Only ${limits.components} components can be copied at once.`
  return isWithinLimits(document) ? null : 'This is too large to be copied.'
}

/** Returns the document of copies; null if this site does not know the kind of one, or of something inside. */
export const documentOf = (
  copies: readonly ComponentCopy[],
  { kinds, origin }: { kinds: readonly ComponentKind[]; origin: string },
): ClipboardDocument | null => {
  const copied = copies.map((copy) => documentComponentOf(copy, kinds))
  const components = copied.filter((other) => other !== null)
  return components.length < copies.length ? null : { format, version, origin, components }
}

const documentComponentOf = (
  { type, properties, files: copied, groups }: ComponentCopy,
  kinds: readonly ComponentKind[],
): DocumentComponent | null => {
  const kind = kindOf(kinds, type)
  const inside = groups.map((group) => documentGroupOf(group, kinds))
  if (!kind || inside.includes(null)) return null
  const written = Object.entries(properties).filter(
    ([name]) => isVariantProperty(name) || fieldOf(kind, name),
  )
  // A file that was chosen just now is still a value.
  const [chosen, fields] = [true, false].map((isFile) =>
    written.filter(([name]) => (referenceOf(fieldOf(kind, name)) === 'file') === isFile),
  )
  return {
    type,
    fields: Object.fromEntries(fields!),
    files: Object.fromEntries([
      ...Object.entries(copied).map(([property, file]) => [
        property,
        'content' in file ? { content: file.content } : { source: file.source },
      ]),
      ...chosen!.map(([property, content]) => [property, { content }]),
    ]),
    groups: inside.filter((group) => group !== null),
  }
}

const documentGroupOf = (
  { name, allowedComponents, components }: GroupCopy,
  kinds: readonly ComponentKind[],
): DocumentGroup | null => {
  const copied = components.map((other) => documentComponentOf(other, kinds))
  const known = copied.filter((other) => other !== null)
  const allowed = allowedComponents && { allowed: typesOf(allowedComponents, kinds) }
  return known.length < copied.length ? null : { name, ...allowed, components: known }
}

const typesOf = (endpoints: readonly Iri[], kinds: readonly ComponentKind[]) =>
  kinds.filter(({ endpoint }) => endpoints.includes(endpoint)).map(({ type }) => type)
