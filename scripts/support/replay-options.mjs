/** Says what a replay has to know of this site: which logic only passes on what actors say, and its errors. */
import { Failure } from '../../content/model/failure.ts'
import { listener } from '../../machines/actor-listener.ts'

/** @param {readonly import('xstate').AnyStateMachine[]} machines */
export const replayOptionsFor = (machines) => ({
  machines,
  /** @param {unknown} logic */
  isWiring: (logic) => logic === listener,
  /** @param {{ name: string, message: string, properties: Readonly<Record<string, unknown>> }} error */
  reviveError: ({ name, message, properties }) =>
    name === 'Failure'
      ? Object.assign(new Failure('unexpected', { message }), properties)
      : undefined,
})
