import { useSelector } from '@xstate/react'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { type OutlineRow as Row, outlineKeyOf, rowIndexOf } from '#content/page/outline/outline.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { isDragging } from '#machines/editing/drag.ts'
import { selectActive } from '#machines/editing/outline.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { selectArea, selectStack } from '#machines/editing/selection/selection.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { usePageCount } from '../hooks/use-page-count.ts'
import type { MultipleSelectionOptions } from '../extend-selection.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import {
  useMultipleSelectionOptions,
  useSelectedComponents,
} from '../hooks/use-multiple-selection.ts'
import { isTouch } from '../listeners/context-menu-listeners.ts'
import { outlineLabelOf } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { handleTreeKey } from './handle-tree-key.ts'
import { DropLine } from './DropLine.tsx'
import styles from './Outline.module.css'
import type { OutlineActors } from './outline-actors.ts'
import { OutlineRow } from './OutlineRow.tsx'
import { RowDrag } from './RowDrag.tsx'
import { extendToRow, pressRow, renameRow, toggleRow } from './press-row.ts'
import { focusActiveRow, useActiveRow } from './use-active-row.ts'
import { useOutlineRows } from './use-outline-rows.ts'
import { rowHeight, useRenderedRows } from './use-rendered-rows.ts'

interface OutlineTreeProps extends OutlineActors {
  page: AssembledPage
  /** The template that the page shows, or null. */
  template: Iri<'PAGE'> | null
}

/** Shows the items of the outline as a tree with one tab stop. */
export function OutlineTree({ page, template, ...actors }: OutlineTreeProps) {
  const { editModeRef, outlineRef, selectionRef } = actors
  const rows = useOutlineRows(page, actors)
  const selectedKey = useSelector(selectionRef, (snapshot) =>
    outlineKeyOf(selectStack(snapshot), selectArea(snapshot)),
  )
  const multipleSelection = useMultipleSelectionOptions(editModeRef, selectionRef)
  const selectedKeys = useSelectedKeys(selectedKey, editModeRef)
  const activeIndex = rowIndexOf(rows, useSelector(outlineRef, selectActive))
  const ref = useRef<HTMLDivElement>(null)
  const activeKey = rows[activeIndex]?.item.key
  useActiveRow(ref, { outlineRef, activeKey, activeIndex, selectedKey })
  useFocusFallback(ref, findOutlineToggle)
  const pageCounts = {
    template: usePageCount(template),
    layout: usePageCount(page.layout ?? null),
  }
  const handlers = useTreeHandlers(rows, { activeIndex, selectedKey, multipleSelection, actors })
  return (
    <div
      ref={ref}
      role="tree"
      aria-label="Outline of this page"
      aria-multiselectable
      tabIndex={-1}
      className={styles.tree}
      {...handlers}
    >
      <div role="none" className={styles.rows} style={{ blockSize: rows.length * rowHeight }}>
        {useRenderedRows(ref, rows.length, activeIndex).map((index) => {
          const props = rowProps(rows[index]!, selectedKeys, pageCounts)
          const isActive = index === activeIndex
          return <OutlineRow key={props.itemKey} {...actors} {...props} {...{ index, isActive }} />
        })}
        <DropLine treeRef={ref} rows={rows} dragRef={actors.dragRef} />
      </div>
      <RowDrag {...actors} treeRef={ref} />
    </div>
  )
}

/** On how many pages the template and the layout are shown; null while that is unknown. */
type PageCounts = Readonly<Record<'template' | 'layout', number | null>>

/** Returns what a row shows of its item. */
const rowProps = (
  { item, ...row }: Row,
  selectedKeys: readonly (string | null)[],
  pageCounts: PageCounts,
) => {
  const { key, iri, isDraft, scope, isScopeRoot } = item
  const isSelected = selectedKeys.includes(key)
  const pageCount = scope === 'page' ? null : pageCounts[scope]
  return { ...row, itemKey: key, iri, isDraft, scope, isScopeRoot, isSelected, pageCount }
}

/** Returns the button that opens and closes the outline. */
export const findOutlineToggle = () => document.querySelector<HTMLElement>('[data-outline-toggle]')

interface TreeState {
  activeIndex: number
  selectedKey: string | null
  multipleSelection: MultipleSelectionOptions
  actors: OutlineActors
}

/** Returns the handlers of the tree's events, of which the rows have none of their own. */
function useTreeHandlers(rows: readonly Row[], state: TreeState) {
  const { activeIndex, selectedKey, multipleSelection, actors } = state
  const { outlineRef, dragRef } = actors
  const { read } = useResourceCache()
  const site = useSiteKinds()
  const press = (row: Row) => pressRow(row, selectedKey, actors)
  const rename = (row: Row | undefined) => renameRow(row, actors)
  const textOf = ({ item }: Row) => outlineLabelOf(item.iri, read, site).text
  return {
    onKeyDown: (event: KeyboardEvent) => {
      // The drag of a row has taken the key, or will.
      if (event.isDefaultPrevented() || isDragging(dragRef.getSnapshot())) return
      if (event.key === ' ' && extendToRow(rows[activeIndex], event, multipleSelection))
        event.preventDefault()
      else handleTreeKey(event, { outlineRef, rows, index: activeIndex, textOf, press, rename })
    },
    onClick: (event: MouseEvent) => {
      const row = rowAt(event.target, rows)
      if (!row) return
      if (isExpander(event.target)) toggleRow(row, outlineRef)
      else if (!extendToRow(row, event, multipleSelection)) press(row)
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      if (!isExpander(target)) rename(rowAt(target, rows))
    },
    // Its row is selected for the menu. A long press begins a drag instead.
    onContextMenu: (event: MouseEvent) => {
      const row = rowAt(event.target, rows)
      if (row && !isSelectedRow(event.target) && !isTouch(event.nativeEvent)) press(row)
    },
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const row = rowAt(target, rows)
      if (!row) focusActiveRow(currentTarget)
      else if (row !== rows[activeIndex])
        outlineRef.send({ type: 'item.focused', key: row.item.key })
    },
  }
}

/** Returns the keys of what is selected, alone or together. */
const useSelectedKeys = (
  selectedKey: string | null,
  editModeRef: EditModeRef,
): readonly (string | null)[] => {
  const together = useSelectedComponents(editModeRef)
  return [selectedKey, ...together.map(({ stack, area }) => outlineKeyOf(stack, area))]
}

const rowAt = (target: EventTarget, rows: readonly Row[]) => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null
  return element ? rows.find(({ item }) => item.key === element.dataset['item']) : undefined
}

const isSelectedRow = (target: EventTarget) =>
  target instanceof Element && target.closest('[aria-selected="true"]') !== null

const isExpander = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-expander]') !== null
