import { useSelector } from '@xstate/react'
import { type FormEvent, useId, useState } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { type EditModeRef, canAct } from '#machines/editing/edit-mode.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { formatTimestamp } from './InfoTab.tsx'
import styles from './PublishTab.module.css'

interface PublishScheduleProps {
  editModeRef: EditModeRef
  /** The draft. */
  iri: Iri
  /** When it will be published by itself; null if that is not planned. */
  publishedAt: string | null
}

/** Has a draft published by itself at a time in the future, or not any more. */
export function PublishSchedule({ editModeRef, iri, publishedAt }: PublishScheduleProps) {
  const headingId = useId()
  const allowed = useSelector(editModeRef, canAct)
  const schedule = (at: string | null) =>
    editModeRef.send({ type: 'schedule.requested', iri, publishedAt: at })
  return (
    <section aria-labelledby={headingId} className={styles['schedule']}>
      <h3 id={headingId} className={styles['heading']}>
        {publishedAt ? <>Scheduled for {formatTimestamp(publishedAt)}</> : 'Publish later'}
      </h3>
      <ScheduleForm key={publishedAt} allowed={allowed} onSchedule={schedule} />
      {publishedAt ? (
        <Button unavailable={!allowed} onClick={() => schedule(null)}>
          Cancel schedule
        </Button>
      ) : null}
    </section>
  )
}

interface ScheduleFormProps {
  allowed: boolean
  onSchedule: (at: string) => void
}

/** Asks for a time in the time zone of the browser, and hands over that in UTC. */
function ScheduleForm({ allowed, onSchedule }: ScheduleFormProps) {
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const inputEl = event.currentTarget.elements.namedItem('publishAt') as HTMLInputElement
    const time = Date.parse(inputEl.value)
    if (time > Date.now()) return onSchedule(new Date(time).toISOString())
    setError('Choose a date and time in the future.')
    inputEl.focus()
  }
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <TextField label="Publish at" name="publishAt" type="datetime-local" error={error} />
      <Button type="submit" unavailable={!allowed}>
        Schedule
      </Button>
    </form>
  )
}
