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
const unprovided = (name: string) => new Error(`Effect "${name}" is not provided`)

/** Declares an effect that resolves or rejects once. `src/app` provides the implementation. */
export const promiseEffect = <Output, Input = undefined>(name: string) =>
  declare(
    fromPromise<Output, Input>(() => {
      throw unprovided(name)
    }),
  )

/** Declares an effect that sends events until its state is exited. `src/app` provides the implementation. */
export const callbackEffect = <Sent extends EventObject, Input = undefined>(name: string) =>
  declare(
    fromCallback<Sent, Input & ({} | undefined)>(() => {
      throw unprovided(name)
    }),
  )

/** Declares an action with a side effect. `src/app` provides the implementation. */
export const actionEffect = <Params extends object | undefined = undefined>(name: string) =>
  declare((_: unknown, _params: Params): void => {
    throw unprovided(name)
  })

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
