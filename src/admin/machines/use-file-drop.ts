import { useEffect, useEffectEvent } from 'react'

/** Calls back with the first file that is dropped on the page. */
export function useFileDrop(onDrop: (file: File) => void) {
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // The browser would open the file, and the screen would be gone.
    document.addEventListener('dragover', (event) => void takesFiles(event), { signal })
    document.addEventListener(
      'drop',
      (event) => {
        const file = takesFiles(event) ? event.dataTransfer!.files[0] : undefined
        if (file) drop(file)
      },
      { signal },
    )
    return () => controller.abort()
  }, [])
}

/** Keeps the browser from opening what is dragged. Returns false if that is no file. */
const takesFiles = (event: DragEvent) => {
  if (!event.dataTransfer?.types.includes('Files')) return false
  event.preventDefault()
  return true
}
