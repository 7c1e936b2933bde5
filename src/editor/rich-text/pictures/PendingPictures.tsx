import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isMediaFile } from '#content/pictures/media-library.ts'
import { type Upload, canRetry, isSending } from '#content/pictures/uploads.ts'
import {
  type UploadQueueRef,
  selectUploadRef,
  selectUploads,
} from '#machines/admin/upload-queue.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { UploadProgress } from '#src/views/media/UploadProgress.tsx'
import type { TextEditor } from '../create-text-editor.ts'
import { useEditorValue } from '../toolbar/use-editor-value.ts'
import uploadStyles from '../../pictures/PictureUpload.module.css'
import styles from './pictures.module.css'
import { pendingIds, pendingPlace, withoutPlace } from './pending-pictures.ts'
import { pictureAttributes } from './picture-attributes.ts'
import { insertAt } from './picture-commands.ts'

/** Shows the pictures that are being uploaded in their places in the text, from the disk. */
export function PendingPictures({ editor }: { editor: TextEditor }) {
  const ids = useEditorValue(editor, pendingIds)
  return ids.split('\n').map((id) => {
    const place = pendingPlace(editor.view.state, id)
    return place && createPortal(<PendingPicture {...{ editor, id }} />, place.element, id)
  })
}

interface PendingPictureProps {
  editor: TextEditor
  id: string
}

function PendingPicture({ editor, id }: PendingPictureProps) {
  const uploadQueueRef = useAppActor('uploadQueue')
  const upload = useSelector(uploadQueueRef, (snapshot) =>
    selectUploads(snapshot).find((one) => one.id === id),
  )
  const saved = useResource(upload?.saved?.iri)
  useEffect(() => {
    if (saved && isMediaFile(saved)) replacePlace(editor, id, pictureAttributes(saved))
  }, [editor, id, saved])
  if (!upload) return null
  const cancel = () => {
    uploadQueueRef.send({ type: 'cancel.requested', id })
    replacePlace(editor, id, null)
    editor.view.focus()
  }
  const cancelLabel = upload.reason === null ? 'Cancel' : 'Remove'
  return (
    <div className={styles.pending} data-editor-chrome="">
      {upload.status === 'refused' ? null : <LocalPicture file={upload.file} />}
      <div className={uploadStyles.upload}>
        <UploadState {...{ uploadQueueRef, upload }} />
        {canRetry(upload) ? (
          <Button
            aria-label={`Retry ${upload.file.name}`}
            onClick={() => uploadQueueRef.send({ type: 'retry.requested', ids: [id] })}
          >
            Retry
          </Button>
        ) : null}
        <Button aria-label={`${cancelLabel} ${upload.file.name}`} onClick={cancel}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  )
}

/** Puts a picture where its place was, or only removes the place. */
function replacePlace(
  { view }: TextEditor,
  id: string,
  attributes: ReturnType<typeof pictureAttributes>,
) {
  const place = pendingPlace(view.state, id)
  if (!place) return
  const tr = withoutPlace(view.state, id)
  if (attributes) insertAt(tr, place.pos, attributes)
  view.dispatch(tr)
}

/** Shows a file of the disk. */
function LocalPicture({ file }: { file: File }) {
  const ref = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const pictureEl = ref.current!
    const url = URL.createObjectURL(file)
    pictureEl.src = url
    return () => {
      // The browser may still be reading it.
      pictureEl.removeAttribute('src')
      URL.revokeObjectURL(url)
    }
  }, [file])
  return <img ref={ref} alt={file.name} />
}

interface UploadStateProps {
  uploadQueueRef: UploadQueueRef
  upload: Upload
}

/** Says how much of the file is sent, or why it is not. */
function UploadState({ uploadQueueRef, upload }: UploadStateProps) {
  const uploadRef = useSelector(uploadQueueRef, selectUploadRef(upload.id))
  if (upload.reason !== null) return <p role="alert">{upload.reason}</p>
  if (!isSending(upload)) return <p role="status">Uploaded as soon as the site can be reached.</p>
  return <UploadProgress name={upload.file.name} uploadRef={uploadRef} />
}
