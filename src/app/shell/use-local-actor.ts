/** An actor that one component has to itself, such as the form it draws: it runs while the component is there. */
import { useEffect, useState } from 'react'
import { type Actor, type AnyActorLogic, type InputFrom, createActor } from 'xstate'
import { useAppRef } from './app-context.tsx'
import { type ActorSystem, bindServices, servicesOf } from '../services/services.ts'

const appSystems = new WeakMap<ActorSystem, ActorSystem>()

/** The system of the app that such an actor serves. */
export function appSystemOf(system: ActorSystem) {
  const appSystem = appSystems.get(system)
  if (!appSystem)
    throw new Error('This actor belongs to no component. Start it with useOwnActor().')
  return appSystem
}

/** Not started before it is there, so a page is drawn, and taken over, as the actor begins. */
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
