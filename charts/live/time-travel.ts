/** Goes back and forward through the steps of a system. */
import type { ShownSnapshot, WatchedStep } from './watched.ts'

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
