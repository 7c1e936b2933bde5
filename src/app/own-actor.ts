/** An actor that one component has to itself, such as the form it draws: it runs while the component is there. */
import { useEffect, useState } from 'react'
import { type Actor, type AnyActorLogic, type InputFrom, createActor } from 'xstate'
import { useApp } from './actors.tsx'
import { type System, bind, servicesOf } from './services.ts'

const homes = new WeakMap<System, System>()

/** The system of the app that such an actor serves. */
export function homeOf(system: System) {
  const home = homes.get(system)
  if (!home) throw new Error('This actor belongs to no component. Start it with useOwnActor().')
  return home
}

/** Not started before it is there, so a page is drawn, and taken over, as the actor begins. */
export function useOwnActor<Logic extends AnyActorLogic>(
  id: string,
  logic: Logic,
  input: InputFrom<Logic>,
): Actor<Logic> {
  const { system } = useApp()
  const [ref] = useState(() => {
    const created = createActor(logic as AnyActorLogic, { systemId: id, input }) as Actor<Logic>
    bind(created.system, servicesOf(system))
    homes.set(created.system, system)
    return created
  })
  useEffect(() => {
    ref.start()
    return () => void ref.stop()
  }, [ref])
  return ref
}
