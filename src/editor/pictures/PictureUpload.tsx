import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { type UploadRef, selectFileName } from '#machines/admin/upload.ts'
import { type FieldRef, selectUploadRef } from '#machines/editing/changes/field.ts'
import { Button } from '#src/ui/Button.tsx'
import { UploadProgress } from '#src/views/media/UploadProgress.tsx'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import styles from './PictureUpload.module.css'

/** Shows how much of the file of a field is sent, and offers to cancel that. */
export function PictureUpload({ fieldRef }: { fieldRef: FieldRef | undefined }) {
  const uploadRef = useSelector(fieldRef, (snapshot) => snapshot && selectUploadRef(snapshot))
  return uploadRef ? <Sending fieldRef={fieldRef!} uploadRef={uploadRef} /> : null
}

function Sending({ fieldRef, uploadRef }: { fieldRef: FieldRef; uploadRef: UploadRef }) {
  const name = useSelector(uploadRef, selectFileName)
  const ref = useRef<HTMLDivElement>(null)
  useFocusFallback(ref, findControl)
  return (
    <div ref={ref} className={styles.upload} data-editor-chrome="">
      <UploadProgress name={name} uploadRef={uploadRef} />
      <Button
        aria-label={`Cancel ${name}`}
        onClick={() => fieldRef.send({ type: 'upload.canceled' })}
      >
        Cancel
      </Button>
    </div>
  )
}

/** Returns the control in which another file is chosen, or the text that has the picture. */
const findControl = () =>
  document.querySelector<HTMLElement>('[data-editor-panel] [role="tabpanel"] input[type="file"]') ??
  document.querySelector<HTMLElement>('.ProseMirror')
