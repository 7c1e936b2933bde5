/** Defines the context in which a document from the clipboard is read, and the error that ends it. */
import type { Field } from '../model/field.ts'
import type { ComponentKind } from '../model/kind.ts'

export interface PasteContext {
  kinds: readonly ComponentKind[]
  /** The origin of the site on which it was copied. */
  origin: string
  isSameSite: boolean
  /** Adds to the list of what did not come along. */
  noteMissing: (what: string) => void
}

/** Ends the reading, with the reason in the words of an editor. */
export class Refusal extends Error {}

/** Returns a field of a kind by a name that anybody may have made up. */
export const fieldOf = ({ fields }: ComponentKind, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
