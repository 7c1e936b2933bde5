/** Finds the actors of a system that are running. */
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { isMachine } from '../model/is-machine.ts'
import { isCommanded } from './commanded-effects.ts'

export interface Living {
  /** The ids of the actor and those that have started it, the outermost first: `app/editMode/selection`. */
  path: string
  ref: AnyActorRef
  /** The id of its machine; null for an effect. */
  machine: string | null
}

/** Returns the running machines and commanded effects, each after the one that has started it. */
export function livingActors(root: AnyActorRef): Living[] {
  const found: Living[] = []
  const visit = (ref: AnyActorRef, path: string) => {
    const snapshot = ref.getSnapshot() as AnyMachineSnapshot
    if (snapshot.status !== 'active') return
    const { logic } = ref as AnyActorRef & { logic?: unknown }
    if (!isMachine(logic)) {
      if (isCommanded(ref)) found.push({ path, ref, machine: null })
      return
    }
    found.push({ path, ref, machine: logic.id })
    const children = Object.entries(snapshot.children as Record<string, AnyActorRef>)
    for (const [id, child] of children) visit(child, `${path}/${id}`)
  }
  // The id of a root actor is another one each time.
  visit(root, 'app')
  return found
}

/** Returns the source of an effect, by the id under which its machine has started it. */
export const sourceOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
