import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { createValueReader } from '#charts/live/shown-values.ts'
import type { ShownSnapshot } from '#charts/live/watched.ts'
import { selectLastStep } from '#machines/admin/machine-viewer.ts'
import type { ViewerProps } from './viewer-props.ts'
import { ValueTree } from './ValueTree.tsx'
import styles from './NextTransitions.module.css'

/** Shows the last event and the context of the actor, without private values, and marks what has changed with the event. */
export function ShownValues({ viewerRef, snapshot }: ViewerProps & { snapshot: ShownSnapshot }) {
  const step = useSelector(viewerRef, selectLastStep)
  const { machine } = snapshot
  const read = useMemo(() => createValueReader({ machine }), [machine])
  // A snapshot of before the first step has changed nothing.
  const before = step && step.snapshot.context === snapshot.context ? step.before : null
  return (
    <>
      {step ? (
        <div className={styles.group}>
          <h3>Last event</h3>
          <ValueTree
            key={step.id}
            name={step.event.type}
            value={read(step.event)}
            before={undefined}
          />
        </div>
      ) : null}
      <div className={styles.group}>
        <h3>Context</h3>
        <ValueTree
          name="context"
          value={read(snapshot.context)}
          before={before ? read(before.context) : undefined}
          marksChanges={before !== null}
          isOpen
        />
      </div>
    </>
  )
}
