import { useSelector } from '@xstate/react'
import { type ReactNode, type SubmitEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { FormView } from '#content/forms/form.ts'
import { submittedValues } from '#content/forms/filled-view.ts'
import { fieldTypeOf, formIriField } from '#content/forms/form-parts.ts'
import type { Iri } from '#content/model/iri.ts'
import { submittedParameter } from '#content/page/fetching/page-query.ts'
import {
  type FormRef,
  isBusy,
  isDone,
  isRejected,
  selectErrors,
  selectFailure,
  selectIri,
  selectView,
} from '#machines/page/form.ts'
import { form } from '#src/app/effects/form-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { useSearch } from '../hooks/use-search.ts'
import styles from './Form.module.css'
import { FormParts } from './FormPart.tsx'
import { FormProvider } from './use-form-field.ts'

interface ApiFormProps {
  iri: Iri
  view: FormView
  /** Replaces the form after a successful submission. */
  successMessage: ReactNode
}

/** Renders a form from the description that the API sends, and submits it. Without scripts the server does both. */
export function ApiForm({ iri, view, successMessage }: ApiFormProps) {
  const isSubmitted = new URLSearchParams(useSearch()).get(submittedParameter) === iri
  return (
    <FormWithActor
      formRef={useViewActor('form', form, { iri, view, isSubmitted })}
      successMessage={successMessage}
    />
  )
}

/**
 * Renders the form of an actor that is already running.
 * @internal Exported for tests.
 */
export function FormWithActor({
  formRef,
  successMessage,
}: {
  formRef: FormRef
  successMessage: ReactNode
}) {
  const done = useSelector(formRef, isDone)
  const id = useId()
  if (done) return <SuccessMessage>{successMessage}</SuccessMessage>
  return (
    <FormProvider value={{ formRef, id }}>
      <FormElement formRef={formRef} />
    </FormProvider>
  )
}

function FormElement({ formRef }: { formRef: FormRef }) {
  const ref = useRef<HTMLFormElement>(null)
  const view = useSelector(formRef, selectView)
  const busy = useSelector(formRef, isBusy)
  const rejected = useSelector(formRef, isRejected)
  const iri = useSelector(formRef, selectIri)

  // Values that were typed before the scripts had loaded are only in the page; the next render would undo them.
  useLayoutEffect(() => {
    for (const change of submittedValues(selectView(formRef.getSnapshot()), fieldsIn(ref.current!)))
      formRef.send({ type: 'field.changed', ...change })
  }, [formRef])

  useEffect(() => {
    if (rejected) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [rejected])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) formRef.send({ type: 'submit.requested' })
  }
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      className={styles.form}
      aria-busy={busy}
      onSubmit={submit}
    >
      <input type="hidden" name={formIriField} value={iri} />
      <FormParts parts={view.children} />
      <SubmitError formRef={formRef} rejected={rejected} />
      <SubmitButtons view={view} busy={busy} />
    </form>
  )
}

/** Returns the values of a form's inputs as a browser would send them. */
const fieldsIn = (formEl: HTMLFormElement) =>
  new URLSearchParams(
    [...new FormData(formEl)].map(([name, value]): [string, string] => [name, String(value)]),
  )

/** Shows the form's own buttons, or one where it has none. */
function SubmitButtons({ view, busy }: { view: FormView; busy: boolean }) {
  const buttons = view.children.filter((part) => fieldTypeOf(part) === 'submit')
  const labels = buttons.length > 0 ? buttons.map(({ vars }) => vars.label ?? 'Send') : ['Send']
  return (
    <div className={styles.actions}>
      {labels.map((label) => (
        <Button key={label} type="submit" variant="solid" busy={busy}>
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Shows why the submission was rejected: the errors of the form as a whole, or a hint at the marked fields. */
function SubmitError({ formRef, rejected }: { formRef: FormRef; rejected: boolean }) {
  const failure = useSelector(formRef, selectFailure)
  const errors = useSelector(formRef, selectErrors)
  if (!rejected) return null
  const message =
    errors.length > 0 ? errors.join(' ') : 'The form was not sent. Please check the marked fields.'
  return <FailureAlert failure={failure ?? { message }} />
}

/** Renders the message that replaces the submitted form, and gives it the focus. */
function SuccessMessage({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} role="status" tabIndex={-1} className={styles.success}>
      {children}
    </div>
  )
}
