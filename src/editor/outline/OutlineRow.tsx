import { shallowEqual, useSelector } from '@xstate/react'
import { memo, useCallback } from 'react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { OutlineRow as Row } from '#content/page/outline/outline.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { selectRenamed } from '#machines/editing/outline.ts'
import { useResource, useResourceSelector } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { outlineLabelOf } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'
import styles from './Outline.module.css'
import { OutlineMark, type OutlineMarkProps, sharedTitle } from './OutlineMark.tsx'
import { SectionName } from './SectionName.tsx'
import type { OutlineActors } from './outline-actors.ts'
import { rowHeight } from './use-rendered-rows.ts'

interface OutlineRowProps extends Omit<Row, 'item'>, OutlineMarkProps, OutlineActors {
  /** The key of the item, by which the tree finds the row that was pressed. */
  itemKey: string
  index: number
  /** True for the row that Tab reaches. */
  isActive: boolean
  isSelected: boolean
}

/** Returns the distance of an item from the edge of the tree in pixels. */
export const indentOf = (level: number) => (level - 1) * 14

/** Shows an item of the outline by its own text. */
export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { iri, itemKey, index, level, posInSet, setSize } = props
  const { isExpanded, isActive, isSelected, outlineRef } = props
  const { text, note } = useOutlineLabel(iri)
  const group = useResource(isIriOf('COMPONENT_GROUP', iri) ? iri : undefined)
  const isRenamed = useSelector(outlineRef, (snapshot) => selectRenamed(snapshot) === itemKey)
  return (
    <div
      role="treeitem"
      tabIndex={isActive && !isRenamed ? 0 : -1}
      aria-level={level}
      aria-posinset={posInSet}
      aria-setsize={setSize}
      aria-expanded={isExpanded ?? undefined}
      aria-selected={isSelected}
      className={classNames(styles.row, level === 1 && styles.root)}
      style={{ insetBlockStart: index * rowHeight, paddingInlineStart: indentOf(level) }}
      data-item={itemKey}
      title={sharedTitle(props)}
    >
      <span className={styles.expander} data-expander={isExpanded === null ? undefined : ''} />
      <span className={styles.text}>
        {group ? <SectionName {...props} group={group} isRenamed={isRenamed} /> : text}
      </span>
      {note ? <span className={styles.note}> {note}</span> : null}
      <OutlineMark {...props} />
    </div>
  )
})

function useOutlineLabel(iri: Iri) {
  const site = useSiteKinds()
  const select = useCallback((read: ReadResource) => outlineLabelOf(iri, read, site), [iri, site])
  return useResourceSelector(select, shallowEqual)
}
