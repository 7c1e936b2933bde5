import { useSelector } from '@xstate/react'
import { type FieldRef, selectDeleted, selectPendingValue } from '#machines/editing/field.ts'
import { type SaveRefusalRef, selectFailure } from '#machines/editing/save-refusal.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import styles from './SaveError.module.css'
import { copyText } from './copy-text.ts'
import { plainTextOf } from './plain-text.ts'
import { failureWords } from '../words.ts'

interface OrphanedEditsProps {
  fieldRef: FieldRef
  refusalRef: SaveRefusalRef
  label: string
  /** True for a field that holds HTML. */
  isHtml: boolean
}

const deleted = 'This was deleted while you were editing it. Your words are not saved.'
const draftDeleted = 'This draft was deleted while you were editing it. Your words are not saved.'

/** Shows what was typed into a resource that is deleted, with the choice to put it back, copy or discard it. */
export function OrphanedEdits({ fieldRef, refusalRef, label, isHtml }: OrphanedEditsProps) {
  const typed = { value: useSelector(fieldRef, selectPendingValue), isHtml }
  const failure = useSelector(refusalRef, selectFailure)
  const isDraft = useSelector(
    fieldRef,
    (snapshot) => typeof selectDeleted(snapshot)?.live === 'string',
  )
  const notificationsRef = useAppActor('notifications')
  const copy = async () => {
    const isCopied = await copyText(typed)
    notificationsRef.send({
      type: 'notification.added',
      key: 'copy',
      tone: isCopied ? 'info' : 'problem',
      heading: isCopied ? 'Your words are copied' : 'Your words could not be copied',
      messages: isCopied ? [] : ['Select the text and copy it with the keyboard.'],
    })
  }
  return (
    <>
      <FailureAlert failure={{ message: isDraft ? draftDeleted : deleted }} />
      {failure && failure.kind !== 'notFound' ? (
        <FailureAlert failure={failureWords(failure)} />
      ) : null}
      <blockquote className={styles.words} aria-label={`My words: ${label}`}>
        {plainTextOf(typed) || '(empty)'}
      </blockquote>
      <div className={styles.actions}>
        <Button variant="solid" onClick={() => refusalRef.send({ type: 'restore.requested' })}>
          Put back
        </Button>
        <Button onClick={() => void copy()}>Copy my words</Button>
        <Button onClick={() => refusalRef.send({ type: 'edits.discarded' })}>
          Discard my words
        </Button>
      </div>
    </>
  )
}
