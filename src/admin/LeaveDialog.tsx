import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { type LeaveGuardRef, isAsking } from '#machines/admin/leave-guard.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'

/** Asks before a screen is left on which something is unsaved. */
export const LeaveDialog = ({ leaveGuardRef }: { leaveGuardRef: LeaveGuardRef }) =>
  useSelector(leaveGuardRef, isAsking) ? <Question leaveGuardRef={leaveGuardRef} /> : null

function Question({ leaveGuardRef }: { leaveGuardRef: LeaveGuardRef }) {
  const descriptionId = useId()
  const stay = () => leaveGuardRef.send({ type: 'leave.canceled' })
  return (
    <Dialog
      label="Leave without saving?"
      role="alertdialog"
      describedBy={descriptionId}
      onDismiss={stay}
    >
      <p id={descriptionId}>What you have changed on this screen is not saved yet.</p>
      <DialogActions>
        <Button onClick={stay}>Stay</Button>
        <Button variant="danger" onClick={() => leaveGuardRef.send({ type: 'leave.confirmed' })}>
          Leave without saving
        </Button>
      </DialogActions>
    </Dialog>
  )
}
