/** What is known while a document from the clipboard is read, and how the reading ends early. */
import type { Field } from '../model/field.ts'
import type { ComponentKind } from '../model/kind.ts'

export interface Reading {
  kinds: readonly ComponentKind[]
  /** The origin of the site on which it was copied. */
  origin: string
  isSameSite: boolean
  /** Notes what did not come along. */
  miss: (what: string) => void
}

/** Ends the reading, with the reason in the words of an editor. */
export class Refusal extends Error {}

/** Returns a field of a kind by a name that anybody may have made up. */
export const fieldOf = ({ fields }: ComponentKind, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
