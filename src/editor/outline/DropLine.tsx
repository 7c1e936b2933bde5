import { useSelector } from '@xstate/react'
import { type RefObject, useLayoutEffect } from 'react'
import { dropLineIn } from '#content/page/outline/drop-line.ts'
import type { OutlineRow } from '#content/page/outline/outline.ts'
import {
  type DragRef,
  isAtOrigin,
  isDraggedByKeys,
  selectDropTarget,
} from '#machines/editing/drag.ts'
import { indentOf } from './OutlineRow.tsx'
import styles from './Outline.module.css'
import { showRow } from './use-active-row.ts'
import { rowHeight } from './use-rendered-rows.ts'

interface DropLineProps {
  treeRef: RefObject<HTMLElement | null>
  rows: readonly OutlineRow[]
  dragRef: DragRef
}

/** Shows in the tree where the component that is dragged would be. Keys keep that in sight. */
export function DropLine({ treeRef, rows, dragRef }: DropLineProps) {
  const dropTarget = useSelector(dragRef, selectDropTarget)
  const atOrigin = useSelector(dragRef, isAtOrigin)
  const isByKeys = useSelector(dragRef, isDraggedByKeys)
  const line = dropTarget && dropLineIn(rows, dropTarget)
  const index = line?.index
  useLayoutEffect(() => {
    if (isByKeys && index !== undefined) showRow(treeRef.current!, index)
  }, [treeRef, isByKeys, index])
  if (!line || atOrigin) return null
  return (
    <div
      className={styles.dropLine}
      style={{
        insetBlockStart: line.index * rowHeight,
        insetInlineStart: line.isAround ? 0 : indentOf(line.level) + 28,
      }}
      data-outline-drop-line={line.isAround ? 'around' : 'between'}
      data-refused={dropTarget.refusal === null ? undefined : ''}
    />
  )
}
