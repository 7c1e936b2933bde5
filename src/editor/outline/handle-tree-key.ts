/** The keys of the outline. */
import type { KeyboardEvent } from 'react'
import type { OutlineRow } from '#content/page/outline.ts'
import { isStepKey, rowByWords, stepOf } from '#content/page/outline-keys.ts'
import { type OutlineRef, isSearching, selectTyped } from '#machines/editing/outline.ts'

interface TreeKeyOptions {
  outlineRef: OutlineRef
  rows: readonly OutlineRow[]
  /** The index of the row that has the focus. */
  index: number
  wordsOf: (row: OutlineRow) => string
  press: (row: OutlineRow) => void
}

/** Moves the focus, folds, presses, or finds a row by its first letters. */
export function handleTreeKey(event: KeyboardEvent, options: TreeKeyOptions) {
  const { outlineRef, rows, index, press } = options
  const { key, ctrlKey, metaKey, altKey } = event
  const row = rows[index]
  if (!row || ctrlKey || metaKey || altKey) return
  const isLetter = [...key].length === 1 && (key !== ' ' || isSearching(outlineRef.getSnapshot()))
  if (isStepKey(key)) takeStep(key, options)
  else if (isLetter) findByLetter(key, options)
  else if (key === 'Enter' || key === ' ') press(row)
  else return
  event.preventDefault()
}

const stepEvents = { focus: 'item.focused', fold: 'item.folded', unfold: 'item.unfolded' } as const

const takeStep = (key: string, { outlineRef, rows, index }: TreeKeyOptions) => {
  const step = stepOf(rows, index, key)
  if (step) outlineRef.send({ type: stepEvents[step.kind], key: step.key })
}

const findByLetter = (letter: string, { outlineRef, rows, index, wordsOf }: TreeKeyOptions) => {
  outlineRef.send({ type: 'letter.typed', letter })
  const found = rowByWords(rows, index, selectTyped(outlineRef.getSnapshot()), wordsOf)
  if (found) outlineRef.send({ type: 'item.focused', key: found.item.key })
}
