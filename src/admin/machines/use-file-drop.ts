import { type RefObject, useEffect, useEffectEvent } from 'react'
import { takesFiles } from '#src/ui/takes-files.ts'

/** Calls back with the first file that is dropped on an element. */
export function useFileDrop(ref: RefObject<HTMLElement | null>, onDrop: (file: File) => void) {
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const element = ref.current!
    // The browser would open the file, and the screen would be gone.
    element.addEventListener('dragover', (event) => void takesFiles(event), { signal })
    element.addEventListener(
      'drop',
      (event) => {
        const file = takesFiles(event) ? event.dataTransfer!.files[0] : undefined
        if (file) drop(file)
      },
      { signal },
    )
    return () => controller.abort()
  }, [ref])
}
