/** Reads the actors of a running system. */
import type { AnyActor, AnyActorRef } from 'xstate'
import { type AnySnapshot, type KeptActor, type KeptTimer, keptSnapshotOf } from './event-log.ts'
import { isMachine } from '../model/is-machine.ts'

/** Returns an actor with its current snapshot. */
export const keptActorOf = (ref: AnyActor): KeptActor => ({
  ref,
  isChild: childrenOf(ref._parent)[ref.id] === ref,
  input: ref.options.input,
  snapshot: keptSnapshotOf(ref.getSnapshot() as AnySnapshot),
})

/** Returns an actor with all that belong to it and are not known: its parents, and their children, each after its parent. */
export function runningActors(ref: AnyActor, known: Pick<WeakSet<AnyActor>, 'has'>): KeptActor[] {
  let top = ref
  for (let parent = ref._parent; parent && !known.has(parent as AnyActor); parent = parent._parent)
    top = parent as AnyActor
  const below = (actor: AnyActor): AnyActor[] =>
    known.has(actor) ? [] : [actor, ...Object.values(childrenOf(actor)).flatMap(below)]
  const found = new Set(below(top))
  // An actor that others have added to the system is no child of its parent.
  for (let actor: AnyActorRef | undefined = ref; actor && actor !== top; actor = actor._parent)
    for (const added of below(actor as AnyActor)) found.add(added)
  return [...found].map(keptActorOf).toSorted((one, other) => depthOf(one.ref) - depthOf(other.ref))
}

/** Returns the delayed events of a system that are not sent yet. */
export const scheduledEvents = (system: AnyActor['system']): KeptTimer[] =>
  Object.values(system.getSnapshot()._scheduledEvents).map(
    ({ source, target, event, id, delay }) => ({
      source: source as AnyActor,
      target: target as AnyActor,
      event,
      id,
      delay,
    }),
  )

const childrenOf = (ref: AnyActorRef | undefined): Record<string, AnyActor> => {
  const snapshot = ref?.getSnapshot() as AnySnapshot | undefined
  return ref && isMachine((ref as AnyActor).logic)
    ? ((snapshot?.children ?? {}) as Record<string, AnyActor>)
    : {}
}

const depthOf = (ref: AnyActorRef): number => (ref._parent ? depthOf(ref._parent) + 1 : 0)
