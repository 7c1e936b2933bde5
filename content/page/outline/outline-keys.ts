/** Finds the step that a key makes through the tree of the outline, by the tree view pattern of WAI-ARIA. */
import type { OutlineRow } from './outline.ts'

/** A step through the tree: focuses, collapses or expands the item of this key. */
export interface OutlineStep {
  kind: 'focus' | 'collapse' | 'expand'
  key: string
}

type Rows = readonly OutlineRow[]
type Step = (rows: Rows, index: number) => OutlineStep | null

const focus = (row: OutlineRow | undefined): OutlineStep | null =>
  row ? { kind: 'focus', key: row.item.key } : null

/** Expands an item; the first of what is inside follows it. */
const stepInside: Step = (rows, index) => {
  const { item, isExpanded } = rows[index]!
  if (isExpanded === null) return null
  return isExpanded ? focus(rows[index + 1]) : { kind: 'expand', key: item.key }
}

/** Collapses an item, or focuses what it is in. */
const stepOutside: Step = (rows, index) => {
  const { item, isExpanded, level } = rows[index]!
  if (isExpanded) return { kind: 'collapse', key: item.key }
  return focus(rows.slice(0, index).findLast((row) => row.level < level))
}

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: (rows, index) => focus(rows[index + 1]),
  ArrowUp: (rows, index) => focus(rows[index - 1]),
  ArrowRight: stepInside,
  ArrowLeft: stepOutside,
  Home: (rows) => focus(rows[0]),
  End: (rows) => focus(rows.at(-1)),
}

/** True for a key that moves through a tree, also where there is nowhere to go. */
export const isStepKey = (key: string) => Object.hasOwn(steps, key)

/** Returns what a key does at a row; null for nothing. */
export const stepOf = (rows: Rows, index: number, key: string): OutlineStep | null =>
  (rows[index] && steps[key]?.(rows, index)) ?? null
