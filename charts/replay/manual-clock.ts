/** A clock that goes on only when it is told which delayed event is due: at the time at which it was recorded. */
import type { AnyActor, AnyActorRef } from 'xstate'

export class ManualClock {
  private readonly timeouts = new Map<number, () => void>()
  /** Each timeout by the object with which the system remembers its event. */
  private readonly ids = new Map<object, number>()
  private system: AnyActor['system'] | null = null
  private last = 0

  readonly clock = {
    setTimeout: (run: () => void) => {
      this.last += 1
      this.timeouts.set(this.last, run)
      const added = this.scheduled().find((event) => !this.ids.has(event))
      if (added) this.ids.set(added, this.last)
      return this.last
    },
    clearTimeout: (id: number) => this.timeouts.delete(id),
  }

  setSystem(system: AnyActor['system']) {
    this.system = system
  }

  /** Sends a delayed event now. Returns false if there is none of this type between the two. */
  fire(source: AnyActorRef | undefined, target: AnyActorRef, type: string) {
    const due = this.scheduled().find(
      (event) => event.source === source && event.target === target && event.event.type === type,
    )
    const id = due && this.ids.get(due)
    const run = id === undefined ? undefined : this.timeouts.get(id)
    if (!run) return false
    this.timeouts.delete(id!)
    run()
    return true
  }

  private scheduled() {
    return Object.values(this.system?.getSnapshot()._scheduledEvents ?? {})
  }
}
