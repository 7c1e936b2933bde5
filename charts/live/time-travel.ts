/** Goes back and forward through the steps of a system. */
import type { ShownSnapshot, WatchedActor, WatchedStep } from './watched.ts'

/**
 * Returns the snapshot of an actor after a step, which may be one of another actor; null before it was started, and
 * undefined if nothing is known of it from then on.
 */
export function snapshotAt(
  steps: readonly WatchedStep[],
  actor: string,
  cursor: number,
): ShownSnapshot | null | undefined {
  const own = steps.filter(({ receiver }) => receiver.id === actor)
  const last = own.findLast(({ id }) => id <= cursor)
  return last ? last.snapshot : own[0]?.before
}

/** Returns the actors that were alive after a step, as they were then. */
export function actorsAt(
  actors: readonly WatchedActor[],
  steps: readonly WatchedStep[],
  cursor: number,
): WatchedActor[] {
  const then = new Map(actors.map((actor) => [actor.id, actor]))
  const add = ({ receiver, sender }: WatchedStep, snapshot: ShownSnapshot) => {
    // One that has ended since is known by its steps only, the first of which says who has started it.
    const known = then.get(receiver.id) ?? { ...receiver, parent: sender?.id ?? null }
    then.set(receiver.id, { ...known, snapshot })
  }
  // Back to the beginning, and from there to the step.
  for (const step of steps.toReversed())
    if (step.before) add(step, step.before)
    else add(step, { ...step.snapshot, status: 'stopped' })
  for (const step of steps) if (step.id <= cursor) add(step, step.snapshot)
  return [...then.values()].filter(({ snapshot }) => snapshot.status === 'active')
}

/** Returns the step before or after another one; the last one if there is no other. */
export function stepBeside(steps: readonly WatchedStep[], cursor: number | null, by: 1 | -1) {
  if (cursor === null) return by === 1 ? undefined : (steps.at(-2) ?? steps.at(-1))
  return by === 1 ? steps.find(({ id }) => id > cursor) : steps.findLast(({ id }) => id < cursor)
}

/** Returns the steps of an actor, or of all if it is null, whose event or actors have all of the words in their names. */
export function foundSteps(steps: readonly WatchedStep[], actor: string | null, words: string) {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (actor === null && parts.length === 0) return steps
  return steps.filter(({ sender, receiver, event }) => {
    const text = `${sender?.name ?? ''} ${receiver.name} ${event.type}`.toLowerCase()
    const isOfActor = actor === null || receiver.id === actor || sender?.id === actor
    return isOfActor && parts.every((part) => text.includes(part))
  })
}
