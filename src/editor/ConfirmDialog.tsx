import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { type DialogsRef, selectQuestion } from '#machines/dialogs.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'

/** The question on the screen, if there is one. Every way out of it but Ok is a Cancel. */
export function ConfirmDialog({ dialogsRef }: { dialogsRef: DialogsRef }) {
  const question = useSelector(dialogsRef, selectQuestion)
  const bodyId = useId()
  if (!question) return null
  const cancel = () => dialogsRef.send({ type: 'dialog.cancelled' })
  return (
    <Dialog
      key={question.title + question.body}
      label={question.title}
      describedBy={bodyId}
      onDismiss={cancel}
    >
      <p id={bodyId}>{question.body}</p>
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button look="solid" onClick={() => dialogsRef.send({ type: 'dialog.confirmed' })}>
          Ok
        </Button>
      </DialogActions>
    </Dialog>
  )
}
