/** Provides the effect that reads a picked file. Loaded with the editor. */
import { fromPromise } from 'xstate'
import { pickedFileMachine } from '#machines/editing/changes/picked-file.ts'

const readAsDataUri = ({ input, signal }: { input: { file: File }; signal: AbortSignal }) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not readable.')))
    signal.addEventListener('abort', () => reader.abort())
    reader.readAsDataURL(input.file)
  })

export const pickedFile = pickedFileMachine.provide({
  actors: { readFile: fromPromise<string, { file: File }>(readAsDataUri) },
})
