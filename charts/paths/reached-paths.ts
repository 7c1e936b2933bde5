/** Walks a machine with the samples that there are, and tells what they do not reach. */
import type { AnyStateMachine } from 'xstate'
import { transitionKeys } from '../model/transition-key.ts'
import { generatedSamples } from './generated-samples.ts'
import { type Path, pathsOf } from './paths.ts'
import { type PossiblePath, deadParts, possiblePaths } from './possible-paths.ts'
import type { SampledMachine } from './samples.ts'

export interface ReachedPaths {
  paths: Path[]
  /** The shortest possible way to each transition that the samples do not reach, by its key. */
  unreached: ReadonlyMap<string, PossiblePath>
  /** The states and transitions that nothing can reach. */
  dead: ReturnType<typeof deadParts>
}

/** Returns the paths of a machine that its samples lead along, and what they do not reach. */
export function reachedPaths(
  machine: AnyStateMachine,
  sampled: readonly SampledMachine[],
): ReachedPaths {
  const paths =
    sampled.length > 0
      ? sampled.flatMap(({ machine: own, samples }) => pathsOf(own, samples as never))
      : pathsWithoutSamples(machine)
  const taken = new Set(paths.flatMap(({ transitions }) => transitions))
  const possible = possiblePaths(machine)
  const unreached = transitionKeys(machine).flatMap((key): [string, PossiblePath][] => {
    const path = possible.paths.get(key)
    return path && !taken.has(key) ? [[key, path]] : []
  })
  const dead = deadParts(machine, possible)
  return {
    paths,
    unreached: new Map(unreached),
    dead: { ...dead, transitions: dead.transitions.filter((key) => !taken.has(key)) },
  }
}

/** Without samples, events carry nothing, and those that a guard or an action cannot do without are not sent. */
function pathsWithoutSamples(machine: AnyStateMachine): Path[] {
  for (const input of [undefined, {}])
    try {
      return pathsOf(machine, { input, events: generatedSamples(machine), isTolerant: true })
    } catch {
      // The machine needs an input that nobody can guess.
    }
  return []
}
