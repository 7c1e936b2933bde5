import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { selectFile } from '#machines/admin/media-file.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { UseList } from './FileUses.tsx'
import type { MediaFileProps } from './media-file-props.ts'

/** Asks whether a file is to be deleted; while something uses it, says where in place of that. */
export function DeletionDialog({ mediaFileRef }: MediaFileProps) {
  const descriptionId = useId()
  const { useCount, usedBy = [] } = useSelector(mediaFileRef, selectFile)!
  const cancel = () => mediaFileRef.send({ type: 'deletion.canceled' })
  const used = useCount > 0
  return (
    <Dialog
      label={used ? 'This file is in use' : 'Delete this file?'}
      role="alertdialog"
      describedBy={descriptionId}
      onDismiss={cancel}
    >
      <p id={descriptionId}>
        {used
          ? 'It can be deleted once nothing uses it. Choose another picture there first:'
          : 'Nothing uses it. It cannot be brought back.'}
      </p>
      {used ? <UseList uses={usedBy} count={useCount} /> : null}
      <DialogActions>
        <Button onClick={cancel}>{used ? 'Close' : 'Cancel'}</Button>
        {used ? null : (
          <Button
            variant="danger"
            onClick={() => mediaFileRef.send({ type: 'deletion.confirmed' })}
          >
            Delete
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
