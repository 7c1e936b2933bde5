/** Reads the recording in a file. Loaded when the first one is opened. */
import { openedRecording } from '#charts/live/opened-recording.ts'
import { readRecording } from '#charts/record/recording-file.ts'
import { recordingNotes, refusedSize } from '#content/admin/recording-notes.ts'
import { Failure } from '#content/model/failure.ts'
import type { ShownRecording } from '#machines/admin/machine-viewer.ts'

declare const __CHARTS__: string

/** Returns the recording in a file that anyone may have made. Rejects with a sentence for people if it is none. */
export async function recordingIn(file: File): Promise<ShownRecording> {
  const refusal = refusedSize(file.size)
  if (refusal !== null) throw new Failure('invalid', { message: refusal })
  const recording = readText(await file.text())
  return {
    ...openedRecording(file.name, recording),
    notes: recordingNotes(recording, __CHARTS__),
  }
}

function readText(text: string) {
  try {
    return readRecording(text)
  } catch (error) {
    const { message } = error as Error
    throw new Failure('invalid', { message, cause: error })
  }
}
