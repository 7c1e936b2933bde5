/** Takes the place of effects and actors in tests: they answer when the test says so. */
import {
  type CallbackActorLogic,
  type EventObject,
  type PromiseActorLogic,
  createMachine,
  fromCallback,
  fromPromise,
} from 'xstate'
import { asReplacedEffect } from './causes.ts'
import type { Answer } from './paths.ts'

/** Replaces a loaded actor in tests that only observe its start and stop. */
export const inertActor = fromCallback(() => {}) as unknown

/** Replaces all actors of a bundle. */
export const inertActors = <Actors extends object>(actors: Actors) =>
  Object.fromEntries(Object.keys(actors).map((id) => [id, inertActor])) as Actors

/** Returns a promise effect that resolves synchronously when it is started. */
export const resolvedEffect = <Output>(output: Output) =>
  createMachine({
    initial: 'done',
    states: { done: { type: 'final' } },
    output: () => output,
  }) as unknown as PromiseActorLogic<Output, undefined>

/** Returns a promise effect that the test settles, with a record of its calls. */
export function controlledPromise<Output, Input>() {
  const calls: { input: Input; signal: AbortSignal; settle: (answer: Answer) => void }[] = []
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const settle = (answer: Answer) =>
          'error' in answer ? reject(answer.error) : resolve(answer.output as Output)
        calls.push({ input, signal, settle })
      }),
  )
  return {
    logic,
    /** One entry for each start of the effect. */
    calls,
    /** Settles the latest call. */
    settle: (answer: Answer) => {
      const last = calls.at(-1)
      if (!last) throw new Error(`No call is pending for ${answer.type}.`)
      last.settle(answer)
    },
  }
}

/**
 * Returns a callback effect whose events are sent by the test, with a record of its inputs. With a failure, it fails
 * when it is started.
 */
export function controlledCallback<Sent extends EventObject, Input = undefined>(failure?: Error) {
  const listeners: ((event: Sent) => void)[] = []
  const inputs: Input[] = []
  const logic: CallbackActorLogic<Sent, Input & ({} | undefined)> = fromCallback(
    ({ input, sendBack }) => {
      if (failure) throw failure
      inputs.push(input)
      listeners.push(sendBack)
      return () => listeners.splice(listeners.indexOf(sendBack), 1)
    },
  )
  return {
    logic,
    /** One entry for each start of the effect. */
    inputs,
    listenerCount: () => listeners.length,
    send: (event: Sent) => {
      if (listeners.length === 0) throw new Error(`No actor listens for ${event.type}.`)
      for (const listener of listeners) asReplacedEffect(() => listener(event))
    },
  }
}
