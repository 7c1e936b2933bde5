/** Keeps the changes of files that are being saved, because a save goes on after its screen is left. */
import type { ActorSystem } from '../services/services.ts'

const savesBySystem = new WeakMap<ActorSystem, Set<Promise<unknown>>>()

/** Returns the promise of a save, and has `mediaSavesSettled` wait for it. */
export function trackMediaSave<Saved>(system: ActorSystem, save: Promise<Saved>): Promise<Saved> {
  const saves = savesBySystem.get(system) ?? new Set()
  savesBySystem.set(system, saves)
  saves.add(save)
  return save.finally(() => saves.delete(save))
}

/** Resolves once no save is under way any more, whether it has succeeded or not. */
export const mediaSavesSettled = (system: ActorSystem) =>
  Promise.allSettled([...(savesBySystem.get(system) ?? [])])
