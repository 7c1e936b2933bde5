/** Finds the actor whose chart is shown. */
import type { WatchedActor } from './watched.ts'

interface Choice {
  /** The id of the machine. */
  machine: string
  /** The session id of an actor, where it is one of several of this machine. */
  actor: string | null
}

/** Returns the actor that is chosen; the first one of the machine if that is not alive; undefined if none of them is. */
export const chosenActor = (actors: readonly WatchedActor[], { machine, actor }: Choice) => {
  const ofMachine = actors.filter(({ snapshot }) => snapshot.machine.id === machine)
  return ofMachine.find(({ id }) => id === actor) ?? ofMachine[0]
}
