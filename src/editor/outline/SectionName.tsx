import type { SyntheticEvent } from 'react'
import type { ComponentGroup } from '#content/model/resource.ts'
import { enteredLabel, maxSectionName } from '#content/page/outline/section-name.ts'
import { useComponentEdits } from '../hooks/use-component-edits.ts'
import { groupLabel } from '../labels.ts'
import { sectionNameLabel } from '../messages.ts'
import { useSiteKinds } from '../site-kinds.ts'
import styles from './Outline.module.css'
import type { OutlineActors } from './outline-actors.ts'

interface SectionNameProps extends Pick<OutlineActors, 'outlineRef' | 'pendingEditsRef'> {
  group: ComponentGroup
  isRenamed: boolean
}

/** Shows the name of a section, as it is or will be saved, or the field in which that is typed. */
export function SectionName({ group, isRenamed, outlineRef, pendingEditsRef }: SectionNameProps) {
  const { resource, change, flush } = useComponentEdits(group, [group['@id']], pendingEditsRef)
  const name = groupLabel(resource, useSiteKinds())
  if (!isRenamed) return name
  const save = (text: string, type: 'rename.confirmed' | 'rename.left') => {
    const label = enteredLabel(text, name)
    if (label !== undefined) {
      change('label', label)
      flush()
    }
    outlineRef.send({ type })
  }
  return (
    <input
      aria-label={sectionNameLabel}
      className={styles.field}
      defaultValue={name}
      maxLength={maxSectionName}
      // The tab stop of the tree, in place of its row.
      tabIndex={0}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => save(event.currentTarget.value, 'rename.left')}
      onKeyDown={(event) => {
        keepFromTree(event)
        if (event.key === 'Enter' && !event.nativeEvent.isComposing)
          save(event.currentTarget.value, 'rename.confirmed')
      }}
      onClick={keepFromTree}
      onContextMenu={keepFromTree}
    />
  )
}

/** Leaves keys and presses to the field, which the tree and the page would take. */
const keepFromTree = (event: SyntheticEvent) => event.stopPropagation()
