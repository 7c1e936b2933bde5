import { useSelector } from '@xstate/react'
import { type UploadRef, selectProgress } from '#machines/admin/upload.ts'

interface UploadProgressProps {
  /** The name of the file. */
  name: string
  uploadRef: UploadRef | undefined
}

/** Shows how much of a file is sent; after that, the site makes smaller versions of it. */
export function UploadProgress({ name, uploadRef }: UploadProgressProps) {
  const progress = useSelector(uploadRef, (snapshot) => (snapshot ? selectProgress(snapshot) : 0))
  const percent = Math.round(progress * 100)
  return (
    <>
      <progress aria-label={`Upload of ${name}`} max={100} value={percent} />{' '}
      {percent < 100 ? `${percent} %` : 'Being processed…'}
    </>
  )
}
