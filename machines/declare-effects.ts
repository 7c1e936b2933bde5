/**
 * Declares the effects of machines: their names and types, without an implementation. `src/app/effects` provides those, so
 * that a machine can be run, drawn and tested without a browser.
 */
import {
  type AnyStateMachine,
  type EventObject,
  type InputFrom,
  fromCallback,
  fromPromise,
} from 'xstate'

const stubs = new WeakSet<object>()
const declare = <Effect extends object>(stub: Effect) => {
  stubs.add(stub)
  return stub
}

interface Running {
  self: { id: string }
}

/** Throws an error that names the effect by the id under which it is invoked, or the machine of an action. */
const throwUnprovided = ({ self }: Running): never => {
  throw new Error(`Effect "${self.id}" is not provided`)
}

/** Declares an effect that resolves or rejects once. `src/app` provides the implementation. */
export const promiseEffect = <Output, Input = undefined>() =>
  declare(fromPromise<Output, Input>(throwUnprovided))

/** Declares an effect that sends events until its state is exited. `src/app` provides the implementation. */
export const callbackEffect = <Sent extends EventObject, Input = undefined>() =>
  declare(fromCallback<Sent, Input & ({} | undefined)>(throwUnprovided))

/** Declares an action with a side effect. `src/app` provides the implementation. */
export const actionEffect = <Params extends object | undefined = undefined>() =>
  declare((args: Running, _params: Params): void => throwUnprovided(args))

/**
 * Returns the id of an actor whose logic is passed to `spawn` as a value. XState honors it, although its types only allow
 * ids for named logic.
 */
export const actorId = (id: string) => id as never

/** Returns the options with which loaded logic is spawned as the actor of this id. */
export const loadedActor = <Input = undefined>(id: string, input?: Input) => ({
  id: actorId(id),
  systemId: id,
  input: input as Input,
})

/** The input that each of several machines accepts, which get the same one. */
export type SharedInput<Machines extends Record<string, AnyStateMachine>> = {
  [Id in keyof Machines]: (input: InputFrom<Machines[Id]>) => void
}[keyof Machines] extends (input: infer Input) => void
  ? Input
  : never

/**
 * True while an effect is only declared and has no implementation.
 * @internal Exported for tests.
 */
export const isStub = (effect: unknown) => stubs.has(effect as object)
