import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { fileSizeLabel } from '#content/model/file-size-label.ts'
import { mediaFilePath } from '#content/pictures/media-file-draft.ts'
import {
  type Upload,
  type UploadStatus,
  canCancel,
  canRetry,
  isSending,
} from '#content/pictures/uploads.ts'
import { type UploadQueueRef, selectUploadRef } from '#machines/admin/upload-queue.ts'
import { Button } from '#src/ui/Button.tsx'
import { UploadProgress } from '#src/views/media/UploadProgress.tsx'
import styles from './UploadPanel.module.css'

interface UploadRowProps {
  uploadQueueRef: UploadQueueRef
  upload: Upload
}

/** Shows a file that is uploaded, how far it is, and what can be done about it. */
export function UploadRow({ uploadQueueRef, upload }: UploadRowProps) {
  const ref = useRef<HTMLLIElement>(null)
  const { id, file, saved } = upload
  const uploadRef = useSelector(uploadQueueRef, selectUploadRef(id))
  /** Does what the pressed button is for, and keeps the focus here, because that button is gone then. */
  const send = (type: 'cancel' | 'retry') => () => {
    if (type === 'cancel') uploadQueueRef.send({ type: 'cancel.requested', id })
    else uploadQueueRef.send({ type: 'retry.requested', ids: [id] })
    ref.current?.focus()
  }
  return (
    <li ref={ref} tabIndex={-1} className={styles.row} data-status={upload.status}>
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{fileSizeLabel(file.size)}</span>
      <span className={styles.state}>
        {isSending(upload) ? (
          <UploadProgress name={file.name} uploadRef={uploadRef} />
        ) : (
          (upload.reason ?? labelOf(upload))
        )}
      </span>
      <span className={styles.actions}>
        {saved ? <a href={mediaFilePath(saved.iri)}>Open</a> : null}
        {canRetry(upload) ? (
          <Button aria-label={`Retry ${file.name}`} onClick={send('retry')}>
            Retry
          </Button>
        ) : null}
        {canCancel(upload) ? (
          <Button aria-label={`Cancel ${file.name}`} onClick={send('cancel')}>
            Cancel
          </Button>
        ) : null}
      </span>
    </li>
  )
}

const labels: Readonly<Record<UploadStatus, string>> = {
  interrupted: 'Interrupted',
  waiting: 'Waiting',
  sending: 'Uploading',
  saved: 'Uploaded',
  refused: 'Refused',
  failed: 'Failed',
  canceled: 'Canceled',
}

const labelOf = ({ status, saved }: Upload) =>
  saved?.isNew === false ? 'Already in the library' : labels[status]
