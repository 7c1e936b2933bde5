import { useAppActor } from '#src/app/shell/app-context.tsx'
import { type OnFiles, addPlaces } from './pending-pictures.ts'

/** Returns a function that uploads files for a position of a text, which shows them there meanwhile. */
export function useAddPictures(): OnFiles {
  const uploadQueueRef = useAppActor('uploadQueue')
  return (view, files, pos) =>
    uploadQueueRef.send({ type: 'files.added', files: addPlaces(view, files, pos) })
}
