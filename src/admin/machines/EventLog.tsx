import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { foundSteps, stepBeside } from '#charts/live/time-travel.ts'
import type { WatchedStep } from '#charts/live/watched.ts'
import {
  isPaused,
  isRecorded,
  selectCursor,
  selectShownActor,
  selectSteps,
} from '#machines/admin/machine-viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import type { StepsProps, ViewerProps } from './viewer-props.ts'
import { SequenceDiagram } from './SequenceDiagram.tsx'
import { StepList } from './StepList.tsx'
import { useChoose } from './use-choose.ts'
import styles from './EventLog.module.css'

const views = [
  { value: 'list', label: 'List' },
  { value: 'sequence', label: 'Sequence diagram' },
] as const

/** Shows who sent what to whom, and goes back and forward through it. */
export function EventLog({ viewerRef }: ViewerProps) {
  const [words, setWords] = useState('')
  const [isOfActor, setOfActor] = useState(false)
  const [view, setView] = useState<(typeof views)[number]['value']>('list')
  const all = useSelector(viewerRef, selectSteps)
  const shown = useSelector(viewerRef, selectShownActor)
  const actor = isOfActor ? (shown ?? '') : null
  const steps = useMemo(() => foundSteps(all, actor, words), [all, actor, words])
  const onChoose = useChooseStep(viewerRef)
  return (
    <section className={styles.log} aria-label="Events">
      <h2 className={styles.heading}>Events</h2>
      <div className={styles.tools}>
        <TimeButtons viewerRef={viewerRef} steps={steps} onChoose={onChoose} />
        <TextField
          label="Filter by event or actor"
          type="search"
          maxLength={200}
          value={words}
          onChange={setWords}
        />
        <Checkbox label="Only of the shown actor" checked={isOfActor} onChange={setOfActor} />
      </div>
      <Tabs
        label="Views of the events"
        tabs={views}
        value={view}
        onSelect={setView}
        className={styles.views}
        panelClassName={styles.view}
      >
        <Steps view={view} viewerRef={viewerRef} steps={steps} onChoose={onChoose} />
      </Tabs>
    </section>
  )
}

function Steps({ view, ...props }: StepsProps & { view: (typeof views)[number]['value'] }) {
  if (props.steps.length === 0) return <p>There is no event yet, or none of these words.</p>
  return view === 'list' ? <StepList {...props} /> : <SequenceDiagram {...props} />
}

/** Returns a function that shows the time of a step, with the chart of the actor that received its event. */
function useChooseStep(viewerRef: ViewerProps['viewerRef']) {
  const { choose } = useChoose(viewerRef)
  const shown = useSelector(viewerRef, selectShownActor)
  return ({ id, receiver, snapshot }: WatchedStep) => {
    viewerRef.send({ type: 'step.chosen', id })
    if (receiver.id !== shown)
      choose({ machine: snapshot.machine.id, actor: receiver.id, state: null })
  }
}

function TimeButtons({ viewerRef, steps, onChoose }: StepsProps) {
  const cursor = useSelector(viewerRef, selectCursor)
  const [before, after] = [stepBeside(steps, cursor, -1), stepBeside(steps, cursor, 1)]
  return (
    <div role="group" aria-label="Time" className={styles.buttons}>
      <FollowButton viewerRef={viewerRef} />
      <Button
        disabledReason={before ? null : 'There is no earlier event.'}
        onClick={() => onChoose(before!)}
      >
        Step back
      </Button>
      <Button
        disabledReason={after ? null : 'There is no later event.'}
        onClick={() => onChoose(after!)}
      >
        Step forward
      </Button>
      {useSelector(viewerRef, isRecorded) ? null : (
        <Button onClick={() => viewerRef.send({ type: 'log.cleared' })}>Clear</Button>
      )}
    </div>
  )
}

/** Pauses what is live, and leads from an earlier time to now, or to the end of a recording. */
function FollowButton({ viewerRef }: ViewerProps) {
  const paused = useSelector(viewerRef, isPaused)
  const recorded = useSelector(viewerRef, isRecorded)
  const follow = () => viewerRef.send({ type: 'resume.requested' })
  if (recorded)
    return (
      <Button disabledReason={paused ? null : 'This is the end.'} onClick={follow}>
        Go to the end
      </Button>
    )
  return paused ? (
    <Button onClick={follow}>Follow</Button>
  ) : (
    <Button onClick={() => viewerRef.send({ type: 'pause.requested' })}>Pause</Button>
  )
}
