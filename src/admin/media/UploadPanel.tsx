import { useSelector } from '@xstate/react'
import {
  type Upload,
  canRetry,
  isFailed,
  isInterrupted,
  isPending,
  uploadSummary,
} from '#content/pictures/uploads.ts'
import { type UploadQueueRef, isWaiting, selectUploads } from '#machines/admin/upload-queue.ts'
import { Button } from '#src/ui/Button.tsx'
import { FileButton } from '#src/ui/FileButton.tsx'
import { UploadRow } from './UploadRow.tsx'
import styles from './UploadPanel.module.css'
import { useAddFiles } from './use-add-files.ts'

interface UploadPanelProps {
  uploadQueueRef: UploadQueueRef
}

/** Uploads files that are chosen, dropped on the screen or pasted, and lists them until they are cleared. */
export function UploadPanel({ uploadQueueRef }: UploadPanelProps) {
  const uploads = useSelector(uploadQueueRef, selectUploads)
  const add = useAddFiles(uploadQueueRef)
  const listed = uploads.filter((upload) => !isInterrupted(upload))
  return (
    <section aria-label="Upload" className={styles.panel}>
      <div className={styles.tools}>
        <FileButton label="Upload files…" accept="image/*" multiple solid onChoose={add} />
        <p className={styles.hint}>Or drop them here, or paste one.</p>
      </div>
      <Interrupted {...{ uploadQueueRef, uploads }} />
      {listed.length > 0 ? <Listed {...{ uploadQueueRef, uploads: listed }} /> : null}
    </section>
  )
}

interface UploadsProps extends UploadPanelProps {
  uploads: readonly Upload[]
}

/** Offers what was not sent when the document was left. */
function Interrupted({ uploadQueueRef, uploads }: UploadsProps) {
  const count = uploads.filter(isInterrupted).length
  if (count === 0) return null
  return (
    <div role="status" className={styles.notice}>
      <p>{count === 1 ? '1 upload was interrupted.' : `${count} uploads were interrupted.`}</p>
      <Button variant="solid" onClick={() => uploadQueueRef.send({ type: 'resume.requested' })}>
        Go on
      </Button>
      <Button onClick={() => uploadQueueRef.send({ type: 'discard.requested' })}>Discard</Button>
    </div>
  )
}

function Listed({ uploadQueueRef, uploads }: UploadsProps) {
  const waiting = useSelector(uploadQueueRef, isWaiting)
  const failed = uploads.filter(isFailed).map(({ id }) => id)
  const retry = (ids: readonly string[]) => uploadQueueRef.send({ type: 'retry.requested', ids })
  return (
    <>
      {waiting ? (
        <div role="status" className={styles.notice}>
          <p>The site cannot be reached, or you are signed out. Uploading goes on by itself.</p>
          <Button onClick={() => retry([])}>Try now</Button>
        </div>
      ) : null}
      <div className={styles.tools}>
        <p role="status" className={styles.summary}>
          {uploadSummary(uploads)}
        </p>
        {failed.length > 0 ? <Button onClick={() => retry(failed)}>Retry all failed</Button> : null}
        {uploads.every((upload) => isPending(upload) || canRetry(upload)) ? null : (
          <Button onClick={() => uploadQueueRef.send({ type: 'clear.requested' })}>
            Clear the list
          </Button>
        )}
      </div>
      <ul className={styles.list} aria-label="Uploads">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} {...{ uploadQueueRef, upload }} />
        ))}
      </ul>
    </>
  )
}
