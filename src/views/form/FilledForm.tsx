import { useSelector } from '@xstate/react'
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { FormView } from '#content/form.ts'
import { sortOf } from '#content/form-values.ts'
import type { Iri } from '#content/iri.ts'
import {
  type FormRef,
  isBusy,
  isDone,
  isRefused,
  selectErrors,
  selectFailure,
  selectView,
} from '#machines/form.ts'
import { form } from '#src/app/form-effects.ts'
import { useOwnActor } from '#src/app/own-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureNote } from '#src/ui/FailureNote.tsx'
import styles from './Form.module.css'
import { Parts } from './Part.tsx'
import { FormProvider } from './use-field.ts'

interface FilledFormProps {
  iri: Iri
  view: FormView
  /** What stands in the form's place once it has been sent. */
  thanks: ReactNode
}

/** A form as the API describes it, to be filled in and sent. */
export function FilledForm({ iri, view, thanks }: FilledFormProps) {
  return <FormOf formRef={useOwnActor('form', form, { iri, view })} thanks={thanks} />
}

/** The form of an actor. */
export function FormOf({ formRef, thanks }: { formRef: FormRef; thanks: ReactNode }) {
  const done = useSelector(formRef, isDone)
  const id = useId()
  if (done) return <Thanks>{thanks}</Thanks>
  return (
    <FormProvider value={{ formRef, id }}>
      <OpenForm formRef={formRef} />
    </FormProvider>
  )
}

function OpenForm({ formRef }: { formRef: FormRef }) {
  const ref = useRef<HTMLFormElement>(null)
  const view = useSelector(formRef, selectView)
  const busy = useSelector(formRef, isBusy)
  const refused = useSelector(formRef, isRefused)
  const isTakenOver = useSyncExternalStore(neverChanges, yes, no)

  useEffect(() => {
    if (refused) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) formRef.send({ type: 'submit.requested' })
  }
  const buttons = view.children.filter((part) => sortOf(part) === 'submit')
  const labels = buttons.length > 0 ? buttons.map(({ vars }) => vars.label ?? 'Send') : ['Send']
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      className={styles.form}
      aria-busy={busy}
      onSubmit={submit}
    >
      <noscript>
        <p className={styles.note}>
          You can read this form here, but sending it needs JavaScript, which is switched off in
          your browser.
        </p>
      </noscript>
      <Parts parts={view.children} />
      <Refusal formRef={formRef} refused={refused} />
      <div className={styles.actions}>
        {labels.map((label) => (
          // Before there is somebody to send it, the browser would.
          <Button key={label} type="submit" look="solid" busy={busy} disabled={!isTakenOver}>
            {label}
          </Button>
        ))}
      </div>
    </form>
  )
}

const neverChanges = () => () => {}
const yes = () => true
const no = () => false

/** Why it was not taken: what is wrong with it as a whole, or that its fields say so. */
function Refusal({ formRef, refused }: { formRef: FormRef; refused: boolean }) {
  const failure = useSelector(formRef, selectFailure)
  const errors = useSelector(formRef, selectErrors)
  if (!refused) return null
  const message =
    errors.length > 0 ? errors.join(' ') : 'This was not sent yet: look at the marked fields.'
  return <FailureNote failure={failure ?? { message }} />
}

/** Where the focus goes when the form under it has gone. */
function Thanks({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} role="status" tabIndex={-1} className={styles.thanks}>
      {children}
    </div>
  )
}
