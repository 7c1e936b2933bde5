import { useEffect, useEffectEvent } from 'react'
import type { PickedFileRef, pickedFileMachine } from '#machines/editing/changes/picked-file.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'

/** Returns the actor that reads a file, and reports its content as a data URI. */
export function usePickedFile(
  logic: typeof pickedFileMachine,
  onRead: (content: string) => void,
): PickedFileRef {
  const pickedFileRef = useViewActor('pickedFile', logic, undefined)
  const report = useEffectEvent(onRead)
  useEffect(() => {
    const subscription = pickedFileRef.on('file.read', ({ content }) => report(content))
    return () => subscription.unsubscribe()
  }, [pickedFileRef])
  return pickedFileRef
}
