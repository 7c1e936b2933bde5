/** The keys of the outline. */
import type { KeyboardEvent } from 'react'
import type { OutlineRow } from '#content/page/outline/outline.ts'
import { findRowByPrefix } from '#content/find-row-by-prefix.ts'
import { isStepKey, stepOf } from '#content/page/outline/outline-keys.ts'
import { type OutlineRef, isSearching, selectTypeahead } from '#machines/editing/outline.ts'

interface TreeKeyOptions {
  outlineRef: OutlineRef
  rows: readonly OutlineRow[]
  /** The index of the row that has the focus. */
  index: number
  textOf: (row: OutlineRow) => string
  press: (row: OutlineRow) => void
  rename: (row: OutlineRow) => void
}

/** Moves the focus, collapses, presses, renames, or finds a row by its first characters. */
export function handleTreeKey(event: KeyboardEvent, options: TreeKeyOptions) {
  const { outlineRef, rows, index, press, rename } = options
  const { key, ctrlKey, metaKey, altKey } = event
  const row = rows[index]
  if (!row || ctrlKey || metaKey || altKey) return
  const isCharacter =
    [...key].length === 1 && (key !== ' ' || isSearching(outlineRef.getSnapshot()))
  if (isStepKey(key)) takeStep(key, options)
  else if (isCharacter) findByTypeahead(key, options)
  else if (key === 'Enter' || key === ' ') press(row)
  else if (key === 'F2') rename(row)
  else return
  event.preventDefault()
}

const stepEvents = {
  focus: 'item.focused',
  collapse: 'item.collapsed',
  expand: 'item.expanded',
} as const

const takeStep = (key: string, { outlineRef, rows, index }: TreeKeyOptions) => {
  const step = stepOf(rows, index, key)
  if (step) outlineRef.send({ type: stepEvents[step.kind], key: step.key })
}

const findByTypeahead = (
  character: string,
  { outlineRef, rows, index, textOf }: TreeKeyOptions,
) => {
  outlineRef.send({ type: 'character.typed', character })
  const found = findRowByPrefix(rows, index, selectTypeahead(outlineRef.getSnapshot()), textOf)
  if (found) outlineRef.send({ type: 'item.focused', key: found.item.key })
}
