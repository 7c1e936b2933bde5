/** Records a run that breaks a rule, so that it can be replayed and looked at step by step. */
import type { Json } from '../model/chart-model.ts'
import { createRecorder } from '../record/recorder.ts'
import type { Recording } from '../record/recording.ts'
import { repeat } from './fuzz.ts'
import type { FuzzSystem, Step, Violation } from './fuzz-system.ts'

/** The name of the fact about a recording that says which run it is of. */
const fact = 'fuzz'

/** Runs the steps of a violation once more, and returns the recording of them. `about` has further facts about it. */
export async function recordRun(
  system: FuzzSystem,
  { invariant, reason, steps }: Violation,
  about: Recording['about'],
): Promise<Recording> {
  const recorder = createRecorder({ capacity: Infinity })
  let recording: Recording | undefined
  await repeat(
    {
      ...system,
      start: (inspect) =>
        system.start((event) => {
          recorder.inspect(event)
          inspect(event)
        }),
    },
    steps,
    () => {
      const run = { invariant, reason, steps: steps.map((step): Json => ({ ...step })) }
      recording = recorder.recording({ ...about, [fact]: run })
    },
  )
  return recording!
}

/** Returns the steps of the run that a recording is of; null if it is of no such run. */
export function stepsOfRun({ about }: Recording): Step[] | null {
  const run = about[fact]
  const steps = run !== null && typeof run === 'object' && !Array.isArray(run) ? run['steps'] : null
  return Array.isArray(steps) ? (steps as unknown as Step[]) : null
}
