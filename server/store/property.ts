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
import type { Schema } from '#content/kind.ts'
import { longestName } from '#content/link.ts'

/** One property as it is stored, found and sent. */
export type Property =
  | {
      is: 'value'
      schema: Schema
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
  | { is: 'one'; to: readonly string[]; required?: string }
  /** Points at any number of others. */
  | { is: 'many'; to: readonly string[] }
  /** Others that point here: sent, and not written but where there is one alone. */
  | { is: 'inverse'; of: string; from: string; single?: boolean }
  /** Written as a file, sent as metadata. */
  | { is: 'file' }
  /** The place in the list that another property leads to. */
  | { is: 'place'; within: string }
  /** Asked for along with a write; neither stored nor sent. */
  | { is: 'wish' }
  /** Sent, never stored; `present.ts` says how. */
  | { is: 'computed' }

export const text = pipe(
  string('This should be text.'),
  maxLength(2000, 'Use at most 2000 characters.'),
)
/** What something is found by: it has to fit into an index. */
export const nameText = pipe(text, maxBytes(longestName, 'This is too long.'))
export const names = pipe(
  array(
    pipe(string('This should be text.'), maxLength(255, 'Use at most 255 characters for each.')),
    'This should be a list.',
  ),
  maxLength(500, 'List at most 500.'),
)
export const value = (
  schema: Schema,
  more: { required?: string; initial?: unknown; editorsOnly?: boolean } = {},
) => ({ is: 'value', schema, ...more }) as const
export const inverse = (of: string, from: string, single?: boolean) =>
  ({ is: 'inverse', of, from, ...(single && { single }) }) as const

/** A place in a group. */
export const placeSchema: Schema<number> = pipe(
  number('This should be a number.'),
  integer('This should be a whole number.'),
  minValue(0, 'This should not be negative.'),
  maxValue(1_000_000_000, 'This is too far down.'),
)
