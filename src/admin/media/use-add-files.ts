import { useEffect, useEffectEvent } from 'react'
import type { UploadQueueRef } from '#machines/admin/upload-queue.ts'
import { newId } from '#src/ui/new-id.ts'
import { takesFiles } from '#src/ui/takes-files.ts'

/** Returns a function that adds files to the queue, which those that are dropped on the screen or pasted are added to as well. */
export function useAddFiles(uploadQueueRef: UploadQueueRef) {
  const add = (list: readonly File[]) => {
    const files = list.map((file) => ({ id: newId(), file }))
    if (files.length > 0) uploadQueueRef.send({ type: 'files.added', files })
  }
  const addFrom = useEffectEvent(({ files }: DataTransfer) => add([...files]))
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // The browser would open what is dropped, and the screen would be gone.
    document.addEventListener('dragover', (event) => void takesFiles(event), { signal })
    document.addEventListener(
      'drop',
      (event) => {
        if (takesFiles(event)) addFrom(event.dataTransfer!)
      },
      { signal },
    )
    document.addEventListener(
      'paste',
      ({ clipboardData }) => {
        if (clipboardData) addFrom(clipboardData)
      },
      { signal },
    )
    return () => controller.abort()
  }, [])
  return add
}
