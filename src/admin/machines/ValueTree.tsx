import { useState } from 'react'
import { branchOf, isSameValue } from '#charts/live/shown-values.ts'
import type { Json } from '#charts/model/chart-model.ts'
import styles from './ValueTree.module.css'

interface ValueTreeProps {
  name: string
  value: Json
  /** The value before the step that is shown; undefined where there was none. */
  before: Json | undefined
  /** True if what has changed since then is marked. */
  marksChanges?: boolean
  isOpen?: boolean
}

/** Shows a value as a tree, whose branches are rendered when they are opened. */
export function ValueTree(props: ValueTreeProps) {
  const { name, value, before, marksChanges = false, isOpen = false } = props
  const [open, setOpen] = useState(isOpen)
  const branch = branchOf(value)
  const isChanged = marksChanges && !isSameValue(value, before)
  const label = (
    <>
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.value}>{'text' in branch ? branch.text : branch.summary}</span>
      {isChanged ? <span className={styles.changed}>changed</span> : null}
    </>
  )
  if ('text' in branch) return <div className={styles.leaf}>{label}</div>
  const former = new Map(before === undefined ? [] : partsOf(before))
  return (
    <details
      open={open}
      className={styles.branch}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{label}</summary>
      {open
        ? branch.parts.map(([key, part]) => (
            <ValueTree
              key={key}
              name={key}
              value={part}
              before={former.get(key)}
              marksChanges={marksChanges}
            />
          ))
        : null}
    </details>
  )
}

const partsOf = (value: Json) => {
  const branch = branchOf(value)
  return 'parts' in branch ? branch.parts : []
}
