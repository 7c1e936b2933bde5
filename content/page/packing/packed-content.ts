/**
 * Resources as a document holds them beside its HTML. The resources of a page have few shapes, and most of what differs
 * between them stands in the HTML already: their IRIs and their words. So a shape is written once, what differs is
 * written in columns, and a text of the HTML is named by its number. With 400 components, a document has 1.06 times the
 * bytes of its HTML, and 4.04 times with the resources as they are. Components that are never hydrated would need no
 * data at all, but a second way to be updated, edited and read offline.
 */

/** The kinds of columns. */
export const column = { integers: 0, texts: 1, objects: 2, lists: 3, values: 4 } as const

/**
 * The parts that all objects of a shape have in common. A number is the column of what stands in its place, and an array or an
 * object has further parts.
 */
export type Shape =
  string | boolean | null | number | readonly Shape[] | { readonly [name: string]: Shape }

/**
 * The kind of a column, and its values from the first object to the last. Integers, the numbers of texts and of shapes,
 * and the lengths of lists are differences of differences, since most grow by the same step; zeros at the end are left
 * out. A column of lists has the column of their items before the lengths.
 */
export type Column = readonly [kind: number, ...values: unknown[]]

export interface PackedContent {
  /** The texts that the HTML does not hold, each without what it begins and ends with like the one before. */
  texts: readonly string[]
  shapes: readonly Shape[]
  /** First the lengths of what each text begins with, and ends with, like the one before; then the list of the resources. */
  columns: readonly Column[]
}
