import { useSelector } from '@xstate/react'
import { type FormEvent, useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { publicationTimeOf } from '#content/change/publication-time.ts'
import type { Iri } from '#content/model/iri.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { isOffered, isRefused } from '#machines/editing/publication-end-form.ts'
import { publicationEndForm } from '#src/app/effects/editing/publication-end-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { refusalOf } from '../../action-refusal.ts'
import { formatTimestamp } from '../../format-timestamp.tsx'
import styles from './PublishTab.module.css'

interface PublicationEndProps {
  editModeRef: EditModeRef
  iri: Iri
  /** The time at which it is or will be published; null for a draft that is not scheduled. */
  publishedAt: string | null
  /** The time at which it is no longer published; null if that is not planned. */
  publishedUntil: string | null
}

/** Ends the publication of a component by itself at a time in the future, or not any more. Shows nothing where the API cannot. */
export function PublicationEnd({ editModeRef, iri, ...dates }: PublicationEndProps) {
  const { publishedUntil } = dates
  const headingId = useId()
  const formRef = useViewActor('publicationEndForm', publicationEndForm, undefined)
  const refusal = useSelector(editModeRef, refusalOf)
  if (!useSelector(formRef, isOffered)) return null
  const setEnd = (end: string | null) =>
    editModeRef.send({ type: 'schedule.requested', iri, publishedUntil: end })
  return (
    <section aria-labelledby={headingId} className={styles['schedule']}>
      <h3 id={headingId} className={styles['heading']}>
        {publishedUntil ? <>Live until {formatTimestamp(publishedUntil)}</> : 'End by itself'}
      </h3>
      <EndForm key={publishedUntil} {...{ formRef, refusal, setEnd, ...dates }} />
      {publishedUntil ? (
        <Button disabledReason={refusal} onClick={() => setEnd(null)}>
          Remove end
        </Button>
      ) : null}
    </section>
  )
}

interface EndFormProps extends Pick<PublicationEndProps, 'publishedAt'> {
  formRef: ActorRefFrom<typeof publicationEndForm>
  refusal: string | null
  setEnd: (end: string) => void
}

/** Asks for a time in the time zone of the browser. */
function EndForm({ formRef, publishedAt, refusal, setEnd }: EndFormProps) {
  const refused = useSelector(formRef, isRefused)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const inputEl = event.currentTarget.elements.namedItem('publishUntil') as HTMLInputElement
    const beginning = publishedAt === null ? 0 : Date.parse(publishedAt)
    const publishedUntil = publicationTimeOf(inputEl.value, Math.max(Date.now(), beginning))
    formRef.send({ type: 'end.submitted', publishedUntil })
    if (publishedUntil === null) inputEl.focus()
    else setEnd(publishedUntil)
  }
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <TextField
        label="Published until"
        name="publishUntil"
        type="datetime-local"
        hint={`Then only editors see it, as a draft. Time zone: ${timeZone()}`}
        error={refused ? 'Choose a date and time in the future, after the beginning.' : undefined}
      />
      <Button type="submit" disabledReason={refusal}>
        Set end
      </Button>
    </form>
  )
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
