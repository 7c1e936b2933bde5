/** A recording as the viewer shows it. */
import type { Recording } from '../record/recording.ts'
import { RecordedSteps } from './recorded-steps.ts'
import type { WatchedActor, WatchedStep } from './watched.ts'

export interface OpenedRecording {
  /** The name of its file. */
  name: string
  /** The facts about it that its owner has given. */
  about: Recording['about']
  /** The number of events before the first one that are not in it. */
  dropped: number
  /** The machines that are alive at its end. */
  actors: readonly WatchedActor[]
  /** Its steps, numbered from 1 on. */
  steps: readonly WatchedStep[]
}

/** Returns what the viewer shows of a recording. */
export function openedRecording(name: string, recording: Recording): OpenedRecording {
  const { about, dropped } = recording
  const { actors, steps } = new RecordedSteps().read(recording)
  return { name, about, dropped, actors, steps: steps.map((step, at) => ({ ...step, id: at + 1 })) }
}
