/** One property of a type: what it holds, and how it is checked. */
import {
  array,
  integer,
  maxBytes,
  maxLength,
  maxValue,
  minValue,
  number,
  pipe,
  string,
} from 'valibot'
import type { StandardSchema } from '#content/model/kind.ts'
import { maxNameBytes } from '#content/page/link.ts'

/** One property as it is stored, found and sent. */
export type Property =
  | {
      type: 'value'
      schema: StandardSchema
      required?: string
      initial?: unknown
      html?: boolean
      /** An address that something may lead to. */
      url?: boolean
      editorsOnly?: boolean
      /** Taken and never sent. */
      writeOnly?: boolean
    }
  /** Points at one other resource. */
  | { type: 'reference'; to: readonly string[]; required?: string }
  /** Points at any number of others. */
  | { type: 'references'; to: readonly string[] }
  /** Others that point here: sent, and not written but where there is one alone. */
  | { type: 'backReference'; of: string; from: string; single?: boolean }
  /** Written as a file, sent as metadata. */
  | { type: 'file' }
  /** The place in the list that another property leads to. */
  | { type: 'sortOrder'; within: string }
  /** Asked for along with a write; neither stored nor sent. */
  | { type: 'flag' }
  /** Sent, never stored; `present.ts` says how. */
  | { type: 'computed' }

export const shortText = pipe(
  string('This should be text.'),
  maxLength(2000, 'Use at most 2000 characters.'),
)
/** What something is found by: it has to fit into an index. */
export const indexedText = pipe(shortText, maxBytes(maxNameBytes, 'This is too long.'))
export const shortTextList = pipe(
  array(
    pipe(string('This should be text.'), maxLength(255, 'Use at most 255 characters for each.')),
    'This should be a list.',
  ),
  maxLength(500, 'List at most 500.'),
)
export const valueProperty = (
  schema: StandardSchema,
  more: { required?: string; initial?: unknown; editorsOnly?: boolean } = {},
) => ({ type: 'value', schema, ...more }) as const
export const backReference = (of: string, from: string, single?: boolean) =>
  ({ type: 'backReference', of, from, ...(single && { single }) }) as const

/** A place in a group. */
export const sortOrderSchema: StandardSchema<number> = pipe(
  number('This should be a number.'),
  integer('This should be a whole number.'),
  minValue(0, 'This should not be negative.'),
  maxValue(1_000_000_000, 'This is too far down.'),
)
