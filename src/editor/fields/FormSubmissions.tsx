import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { type FormTestRef, isSending, isSent, selectFailure } from '#machines/editing/form-test.ts'
import { formTest } from '#src/app/effects/editing/form-test-effects.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'
import { readableFailure } from '../messages.ts'
import styles from './FormSubmissions.module.css'

interface WithActorProps {
  form: Iri
  formTestRef: FormTestRef
  editModeRef: Pick<EditModeRef, 'send'>
}

/** Leads to what visitors have sent by a form, and sends a test by it. */
export function FormSubmissions({ form }: { form: Iri }) {
  const formTestRef = useViewActor('formTest', formTest, { form })
  const editModeRef = useAppActor('editMode')
  return <FormSubmissionsWithActor {...{ form, formTestRef, editModeRef }} />
}

/**
 * Renders the test of an actor that is already running.
 * @internal Exported for tests.
 */
export function FormSubmissionsWithActor({ form, formTestRef, editModeRef }: WithActorProps) {
  const failure = useSelector(formTestRef, selectFailure)
  return (
    <div className={styles.submissions}>
      <SubmissionsLink form={form} editModeRef={editModeRef} />
      <Button
        busy={useSelector(formTestRef, isSending)}
        onClick={() => formTestRef.send({ type: 'test.requested' })}
      >
        Send a test
      </Button>
      <p role="status">
        {useSelector(formTestRef, isSent) ? 'Sent, with sample values and marked as a test.' : ''}
      </p>
      <FailureAlert failure={failure && readableFailure(failure)} />
    </div>
  )
}

/** Leads away from the page once all edits are saved. */
function SubmissionsLink({ form, editModeRef }: Omit<WithActorProps, 'formTestRef'>) {
  const href = `/_cwa/submissions?form=${encodeURIComponent(form)}`
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isUnmodifiedClick(event)) return
        event.preventDefault()
        editModeRef.send({ type: 'open.requested', href })
      }}
    >
      What was sent
    </a>
  )
}
