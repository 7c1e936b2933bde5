/** Runs an actor for as long as a component is mounted, such as the actor of a form. */
import { useEffect, useRef, useState } from 'react'
import { type ActorRefFrom, type AnyActorLogic, type InputFrom, createActor } from 'xstate'
import { viewActorMachine } from '#machines/page/view-actor.ts'
import { useAppRef } from './app-context.tsx'

/**
 * Creates an actor in the app's actor system and starts it after mounting, so that server rendering and hydration both
 * render its initial state.
 */
export function useViewActor<Logic extends AnyActorLogic>(
  id: string,
  logic: Logic,
  input: InputFrom<Logic>,
): ActorRefFrom<Logic> {
  const appRef = useAppRef()
  const [viewRef] = useState(() =>
    createActor(viewActorMachine, { parent: appRef, input: { id, logic, input } }),
  )
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    viewRef.start()
    return () => {
      isMounted.current = false
      // An actor that has ended cannot start again, and strict mode mounts each component twice in a row.
      queueMicrotask(() => {
        const isRunning = viewRef.getSnapshot().status === 'active'
        if (!isMounted.current && isRunning) viewRef.send({ type: 'view.unmounted' })
      })
    }
  }, [viewRef])
  return viewRef.getSnapshot().context.ref as ActorRefFrom<Logic>
}
