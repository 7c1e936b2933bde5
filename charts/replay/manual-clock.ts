/** A clock that goes on only when it is told which delayed event is due: at the time at which it was recorded. */
import type { AnyActor, AnyActorRef } from 'xstate'

export function createManualClock() {
  const timeouts = new Map<number, () => void>()
  /** Each timeout by the object with which the system remembers its event. */
  const idOf = new Map<object, number>()
  let system: AnyActor['system'] | null = null
  let last = 0
  const scheduled = () => Object.values(system?.getSnapshot()._scheduledEvents ?? {})

  return {
    clock: {
      setTimeout: (run: () => void) => {
        last += 1
        timeouts.set(last, run)
        const added = scheduled().find((event) => !idOf.has(event))
        if (added) idOf.set(added, last)
        return last
      },
      clearTimeout: (id: number) => timeouts.delete(id),
    },
    use: (used: AnyActor['system']) => {
      system = used
    },
    /** Sends a delayed event now. Returns false if there is none of this type between the two. */
    fire: (source: AnyActorRef | undefined, target: AnyActorRef, type: string) => {
      const due = scheduled().find(
        (event) => event.source === source && event.target === target && event.event.type === type,
      )
      const run = due && timeouts.get(idOf.get(due)!)
      if (!due || !run) return false
      timeouts.delete(idOf.get(due)!)
      run()
      return true
    },
  }
}
