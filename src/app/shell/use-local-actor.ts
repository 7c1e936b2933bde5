/** Runs an actor for as long as a component is mounted, such as the actor of a form. */
import { useEffect, useState } from 'react'
import { type Actor, type AnyActorLogic, type InputFrom, createActor } from 'xstate'
import { useAppRef } from './app-context.tsx'
import { type ActorSystem, bindServices, servicesOf } from '../services/services.ts'

const appSystems = new WeakMap<ActorSystem, ActorSystem>()

/** Returns the app's actor system for the system of a local actor; throws for any other system. */
export function appSystemOf(system: ActorSystem) {
  const appSystem = appSystems.get(system)
  if (!appSystem)
    throw new Error('This actor belongs to no component. Create it with useLocalActor().')
  return appSystem
}

/**
 * Creates an actor with the app's services and starts it after mounting, so that server rendering and hydration both
 * render its initial state.
 */
export function useLocalActor<Logic extends AnyActorLogic>(
  id: string,
  logic: Logic,
  input: InputFrom<Logic>,
): Actor<Logic> {
  const { system } = useAppRef()
  const [ref] = useState(() => {
    const created = createActor(logic as AnyActorLogic, { systemId: id, input }) as Actor<Logic>
    bindServices(created.system, servicesOf(system))
    appSystems.set(created.system, system)
    return created
  })
  useEffect(() => {
    ref.start()
    return () => void ref.stop()
  }, [ref])
  return ref
}
