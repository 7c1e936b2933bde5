import { useSelector } from '@xstate/react'
import { type FormEvent, useId } from 'react'
import { publicationTimeOf } from '#content/change/publication-time.ts'
import type { Iri } from '#content/model/iri.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { isRefused, scheduleFormMachine } from '#machines/editing/schedule-form.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { refusalOf } from '../../action-refusal.ts'
import { formatTimestamp } from '../../format-timestamp.tsx'
import styles from './PublishTab.module.css'

interface PublishScheduleProps {
  editModeRef: EditModeRef
  /** The draft. */
  iri: Iri
  /** The time at which it is published by itself; null if that is not planned. */
  publishedAt: string | null
}

/** Has a draft published by itself at a time in the future, or not any more. */
export function PublishSchedule({ editModeRef, iri, publishedAt }: PublishScheduleProps) {
  const headingId = useId()
  const refusal = useSelector(editModeRef, refusalOf)
  return (
    <section aria-labelledby={headingId} className={styles['schedule']}>
      <h3 id={headingId} className={styles['heading']}>
        {publishedAt ? <>Scheduled for {formatTimestamp(publishedAt)}</> : 'Publish later'}
      </h3>
      <ScheduleForm key={publishedAt} {...{ editModeRef, iri, refusal }} />
      {publishedAt ? (
        <Button
          disabledReason={refusal}
          onClick={() => editModeRef.send({ type: 'schedule.requested', iri, publishedAt: null })}
        >
          Cancel schedule
        </Button>
      ) : null}
    </section>
  )
}

interface ScheduleFormProps {
  editModeRef: EditModeRef
  iri: Iri
  refusal: string | null
}

/** Asks for a time in the time zone of the browser. */
function ScheduleForm({ editModeRef, iri, refusal }: ScheduleFormProps) {
  const formRef = useViewActor('scheduleForm', scheduleFormMachine, undefined)
  const refused = useSelector(formRef, isRefused)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const inputEl = event.currentTarget.elements.namedItem('publishAt') as HTMLInputElement
    const publishedAt = publicationTimeOf(inputEl.value, Date.now())
    formRef.send({ type: 'time.submitted', publishedAt })
    if (publishedAt === null) inputEl.focus()
    else editModeRef.send({ type: 'schedule.requested', iri, publishedAt })
  }
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <TextField
        label="Publish at"
        name="publishAt"
        type="datetime-local"
        error={refused ? 'Choose a date and time in the future.' : undefined}
      />
      <Button type="submit" disabledReason={refusal}>
        Schedule
      </Button>
    </form>
  )
}
