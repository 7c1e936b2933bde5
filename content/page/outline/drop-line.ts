/** Finds where the outline shows a drop target. */
import type { DropTarget } from '../../change/moves/transfers.ts'
import type { OutlineRow } from './outline.ts'

export interface OutlineDropLine {
  /** The index of the row at whose top the line is, or around which it is. */
  index: number
  /** The level of the items between which it is. */
  level: number
  /** True around the row of a group of which no item is shown. */
  isAround: boolean
}

/** Returns where the outline shows a drop target; null while its group has no row. */
export const dropLineIn = (
  rows: readonly OutlineRow[],
  { group, before }: Pick<DropTarget, 'group' | 'before'>,
): OutlineDropLine | null => {
  const groupIndex = rows.findIndex(({ item }) => item.iri === group)
  const groupRow = rows[groupIndex]
  if (!groupRow) return null
  const level = groupRow.level + 1
  if (!groupRow.isExpanded) return { index: groupIndex, level, isAround: true }
  const inside = rows.slice(groupIndex + 1)
  const length = inside.findIndex((row) => row.level < level)
  const end = length < 0 ? inside.length : length
  const next = inside
    .slice(0, end)
    .findIndex((row) => row.level === level && row.item.stack[1] === before)
  return { index: groupIndex + 1 + (next < 0 ? end : next), level, isAround: false }
}
