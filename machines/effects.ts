import { type AnyActorLogic, type EventObject, fromCallback, fromPromise } from 'xstate'

const stubs = new WeakSet<object>()
const declare = <Effect extends object>(stub: Effect) => {
  stubs.add(stub)
  return stub
}
const unprovided = (name: string) =>
  new Error(`Effect "${name}" is not provided. Add it to src/app/effects/app-effects.ts.`)

/** Declares an effect that settles once; `src/app/effects/app-effects.ts` provides it. */
export const promiseEffect = <Output, Input = undefined>(name: string) =>
  declare(
    fromPromise<Output, Input>(() => {
      throw unprovided(name)
    }),
  )

/** Declares an effect that keeps telling facts until its state is left; `src/app/effects/app-effects.ts` provides it. */
export const callbackEffect = <Sent extends EventObject, Input = undefined>(name: string) =>
  declare(
    fromCallback<Sent, Input & ({} | undefined)>(() => {
      throw unprovided(name)
    }),
  )

/** Declares something done to the world at once, an action; `src/app/effects/app-effects.ts` provides it. */
export const actionEffect = <Params extends object | undefined = undefined>(name: string) =>
  declare((_: unknown, _params: Params): void => {
    throw unprovided(name)
  })

/** Holds the place of an actor whose code is loaded later: its type is known now, its logic comes with the load. */
export const lazyActor = <Logic extends AnyActorLogic>(name: string) =>
  fromPromise<never>(() => {
    throw new Error(`"${name}" is spawned from what was loaded, never by its name.`)
  }) as unknown as Logic

/** Whether an effect is still only declared. */
export const isStub = (effect: unknown) => stubs.has(effect as object)
