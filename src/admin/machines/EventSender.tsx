import { useSelector } from '@xstate/react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { destructionBy } from '#charts/live/destruction.ts'
import { lastEventOf, readEvent, understoodEvents } from '#charts/live/known-events.ts'
import type { LiveState } from '#charts/live/readiness.ts'
import { createValueReader } from '#charts/live/shown-values.ts'
import type { ChartModel } from '#charts/model/chart-model.ts'
import { type EventSenderRef, isAsking, selectDestroys } from '#machines/admin/event-sender.ts'
import { selectShown, selectShownActor, selectSteps } from '#machines/admin/machine-viewer.ts'
import { guardedEffects } from '#machines/guarded-effects.ts'
import { eventSender } from '#src/app/effects/admin/event-sender-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { InlineQuestion } from './InlineQuestion.tsx'
import type { ViewerProps } from './viewer-props.ts'
import styles from './EventSender.module.css'

interface SenderProps extends ViewerProps {
  model: ChartModel
  live: LiveState
}

/** Sends an event to the actor that is shown: one that it understands in its state. */
export function EventSender({ viewerRef, model, live }: SenderProps) {
  const senderRef = useViewActor('eventSender', eventSender, undefined)
  const types = useMemo(() => understoodEvents(model, live), [model, live])
  const [chosen, setChosen] = useState('')
  const type = types.includes(chosen) ? chosen : types[0]
  return (
    <section className={styles.sender} aria-label="Send an event">
      <h3>Send an event</h3>
      {type === undefined ? (
        <p>It understands no event in this state.</p>
      ) : (
        <>
          <Select
            label="Event"
            value={type}
            onChange={setChosen}
            options={types.map((value) => ({ value, label: value }))}
          />
          {/* Each event begins with a text of its own. */}
          <EventForm key={type} {...{ viewerRef, senderRef, model, live, type }} />
        </>
      )}
    </section>
  )
}

interface FormProps extends SenderProps {
  senderRef: EventSenderRef
  type: string
}

function EventForm({ viewerRef, senderRef, model, live, type }: FormProps) {
  const actor = useSelector(viewerRef, selectShownActor)
  const [text, setText] = useState(useSample(viewerRef, type))
  const [refusal, setRefusal] = useState<string | null>(null)
  const asking = useSelector(senderRef, isAsking)
  const ref = useRef<HTMLButtonElement>(null)
  const send = (submit: FormEvent) => {
    submit.preventDefault()
    const read = readEvent(text, type)
    setRefusal('refusal' in read ? read.refusal : null)
    if ('refusal' in read || actor === undefined) return
    const question = { event: type, chart: model, active: live.active }
    senderRef.send({
      type: 'send.requested',
      written: { actor, event: read.event },
      destroys: destructionBy(question, guardedEffects),
    })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <TextArea
        label="As JSON"
        rows={4}
        maxLength={100_000}
        spellCheck={false}
        error={refusal ?? undefined}
        value={text}
        onChange={setText}
      />
      <Button ref={ref} type="submit" disabledReason={asking ? 'It waits for your answer.' : null}>
        Send
      </Button>
      {asking ? <Question senderRef={senderRef} onAnswer={() => ref.current!.focus()} /> : null}
    </form>
  )
}

/** Returns an event of a type to begin with: the last one that a machine like this has received, or its type alone. */
function useSample(viewerRef: ViewerProps['viewerRef'], type: string) {
  const steps = useSelector(viewerRef, selectSteps)
  const shown = useSelector(viewerRef, selectShown)
  const last = shown && lastEventOf(steps, shown.machine.id, type)
  return JSON.stringify(last ? createValueReader(shown)(last) : { type }, null, 2)
}

interface QuestionProps {
  senderRef: EventSenderRef
  onAnswer: () => void
}

function Question({ senderRef, onAnswer }: QuestionProps) {
  const answer = (type: 'send.confirmed' | 'send.canceled') => {
    senderRef.send({ type })
    onAnswer()
  }
  const destroys = useSelector(senderRef, selectDestroys)
  return (
    <InlineQuestion
      label="Send this event?"
      confirmLabel="Send it"
      isDangerous
      onConfirm={() => answer('send.confirmed')}
      onCancel={() => answer('send.canceled')}
    >
      <p>This event might destroy something:</p>
      <ul>
        {destroys.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </InlineQuestion>
  )
}
