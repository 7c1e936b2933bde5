/** Remembers from which samples paths were generated, so that a command can find those of a test file. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

/** The input of a machine and a sample of each event, as `pathsOf` takes them. */
export interface Samples {
  input: unknown
  events: readonly AnyEventObject[]
  distinguishBy?: (context: AnyMachineSnapshot['context']) => unknown
}

/** A machine, possibly with effects of the test, and the samples of its events. */
export interface SampledMachine {
  machine: AnyStateMachine
  samples: Samples
}

const used: SampledMachine[] = []

/** Remembers samples from which paths are generated. */
export const rememberSamples = (machine: AnyStateMachine, samples: Samples) =>
  void used.push({ machine, samples })

/** Returns the samples from which paths of the machine of this id were generated. */
export const samplesOf = (id: string): SampledMachine[] =>
  used.filter(({ machine }) => machine.id === id)
