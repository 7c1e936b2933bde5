import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type OutlineRef, selectTakesFocus } from '#machines/editing/outline.ts'
import { rowHeight } from './use-rendered-rows.ts'

interface ActiveRowOptions {
  outlineRef: OutlineRef
  activeKey: string | undefined
  activeIndex: number
  /** The key of what is selected on the page; null for nothing. */
  selectedKey: string | null
}

/**
 * Keeps the active row of a tree in sight, with the focus if that is in the tree or the outline was asked for. What is
 * selected on the page becomes the active row.
 */
export function useActiveRow(
  ref: RefObject<HTMLElement | null>,
  { outlineRef, activeKey, activeIndex, selectedKey }: ActiveRowOptions,
) {
  const takesFocus = useSelector(outlineRef, selectTakesFocus)
  const showActive = useEffectEvent(() => showRow(ref.current!, activeIndex))

  useEffect(() => {
    if (selectedKey !== null) outlineRef.send({ type: 'item.revealed', key: selectedKey })
  }, [selectedKey, outlineRef])
  useLayoutEffect(() => {
    if (activeKey === undefined) return
    showActive()
    if (ref.current!.contains(document.activeElement)) focusActiveRow(ref.current!)
  }, [activeKey, ref])
  useEffect(() => {
    if (!takesFocus) return
    focusActiveRow(ref.current!)
    outlineRef.send({ type: 'focus.moved' })
  }, [takesFocus, outlineRef, ref])
}

/** Focuses the row of a tree that Tab reaches. */
export const focusActiveRow = (treeEl: HTMLElement) =>
  treeEl.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })

/** Scrolls a tree just far enough to show a row. */
export function showRow(treeEl: HTMLElement, index: number) {
  const top = index * rowHeight
  const bottom = top + rowHeight
  const { scrollTop, clientHeight } = treeEl
  if (top < scrollTop) treeEl.scrollTop = top
  else if (bottom > scrollTop + clientHeight) treeEl.scrollTop = bottom - clientHeight
}
