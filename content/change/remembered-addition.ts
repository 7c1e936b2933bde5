/** Converts what is being added, and is not saved yet, to a text, which a tab remembers over a reload, and back. */
import { exactOptional, number, pipe, record, regex, strictObject, string, unknown } from 'valibot'
import { positionsOf } from '../model/groups.ts'
import type { InsertionPoint } from '../model/insertion-point.ts'
import type { Iri } from '../model/iri.ts'
import type { ReadResource, Resource } from '../model/resource.ts'
import { type FieldChange, changesSince } from './fields/field-value.ts'
import { iri, isPlain, maxCharacters, page, parseRememberedText } from './remembered-text.ts'
import type { ChangePage } from './types.ts'

export interface RememberedAddition {
  /** The `@type` of the component. */
  type: string
  insertionPoint: InsertionPoint
  /** The values that were entered, by property. */
  data: Readonly<Record<string, unknown>>
  /** The id with which it was sent; absent if nothing was sent. */
  id?: string | undefined
  page: ChangePage
}

const format = {
  version: 1,
  entries: {
    addition: strictObject({
      type: string(),
      insertionPoint: strictObject({
        group: iri,
        index: number(),
        sortValue: number(),
        fills: exactOptional(strictObject({ position: iri, iri, property: string() })),
      }),
      data: record(string(), unknown()),
      id: exactOptional(pipe(string(), regex(/^[\da-f-]{36}$/))),
      page,
    }),
  },
}

/** Returns the text that is remembered for an account, without files; null where there is no room for it. */
export const rememberedAdditionText = (
  account: string,
  { data, ...others }: RememberedAddition,
): string | null => {
  const plain = Object.entries(data).filter(([, value]) => isPlain(value))
  const addition = { ...others, data: Object.fromEntries(plain) }
  const text = JSON.stringify({ version: format.version, account, addition })
  return text.length > maxCharacters ? null : text
}

/** Returns what this account was adding; null for any other text. */
export const parseRememberedAddition = (text: string, account: string) =>
  (parseRememberedText(text, account, format)?.addition ?? null) as RememberedAddition | null

/**
 * Returns where it is to be added by now. Null if its group or position is not there any more, or shows something else by
 * then.
 */
export const currentInsertionPoint = (
  { insertionPoint }: RememberedAddition,
  read: ReadResource,
): InsertionPoint | null => {
  const { group, sortValue, fills } = insertionPoint
  const positions = positionsOf(group, read)
  const index = fills
    ? positions.indexOf(fills.position)
    : positions.filter((position) => read(position)!.sortValue < sortValue).length
  const isTaken = fills && (read(fills.iri)?.[fills.property] ?? null) !== null
  return !read(group) || index < 0 || isTaken ? null : { ...insertionPoint, index }
}

/** Returns the values that differ from those of the resource that was saved of it, as edits; null if none is known. */
export const editsOfSaved = (
  { id, data, page: editedOn }: RememberedAddition,
  endpoint: Iri,
  read: ReadResource,
): FieldChange[] | null => {
  const resource: Resource | undefined = id === undefined ? undefined : read(`${endpoint}/${id}`)
  if (!resource) return null
  return changesSince({}, data, resource).map((change) => ({
    ...change,
    interruption: { page: editedOn, failure: null, remote: change.stored },
  }))
}
