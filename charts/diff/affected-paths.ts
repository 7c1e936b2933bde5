/** Says which paths of a machine a change of its chart affects. */
import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { transitionKey } from '../model/transition-key.ts'
import { eventLabel, stateLabel } from '../paths/labels.ts'
import { type Path, coveringPaths } from '../paths/paths.ts'
import { type PossiblePath, possiblePathText, possiblePaths } from '../paths/possible-paths.ts'
import { firstStep, step } from '../paths/step.ts'
import type { ChartDifference } from './diff-charts.ts'

/** The largest number of paths that are named for each change. */
const maxPaths = 3

/** Returns the paths that lead over transitions of these keys, as lines of text, the shortest first. */
export type PathsOver = (key: string) => string[]

/** Returns lines that name the paths that cross what has changed, by the older version for what it had only. */
export function affectedPathLines(
  differences: readonly ChartDifference[],
  before: PathsOver,
  after: PathsOver,
): string[] {
  const changed = differences.filter(({ what }) => what === 'transition')
  return changed.flatMap(({ id, change }) => {
    const paths = change === 'removed' ? before(id) : after(id)
    if (paths.length === 0) return [`${id}: no path reaches it`]
    const more = paths.length - maxPaths
    return [
      `${id}: ${paths.length} ${paths.length === 1 ? 'path' : 'paths'}`,
      ...paths.slice(0, maxPaths).map((path) => `  ${path}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]
  })
}

/** Finds the paths over a transition by the chart alone: the shortest to each transition that lead over it. */
export function possiblePathsOver(machine: AnyStateMachine): PathsOver {
  let all: PossiblePath[] | undefined
  return (key) => {
    all ??= [...new Set(possiblePaths(machine).paths.values())]
    return textsOf(
      all
        .filter(({ steps }) => steps.some(({ transitions }) => transitions.includes(key)))
        .map((path) => ({ length: path.steps.length, text: possiblePathText(path) })),
    )
  }
}

/** Finds the paths over a transition among those that samples lead along. */
export function sampledPathsOver(paths: readonly Path[]): PathsOver {
  const crossed = new Map(coveringPaths(paths).map((path) => [path, crossedBy(path)]))
  return (key) =>
    textsOf(
      [...crossed]
        .filter(([, keys]) => keys.has(key))
        .map(([{ events, next }]) => ({
          length: events.length,
          text: `${events.map(eventLabel).join(', ') || 'start'} → ${stateLabel(next)}`,
        })),
    )
}

const textsOf = (paths: { length: number; text: string }[]) => [
  ...new Set(paths.toSorted((one, other) => one.length - other.length).map(({ text }) => text)),
]

/** Returns the keys of all transitions that a path takes, and not only its last event. */
function crossedBy({ from, input, events }: Path): Set<string> {
  const machine: AnyStateMachine = from.machine
  let last = firstStep(machine, input)
  const microsteps = [...last.microsteps]
  for (const event of events as readonly AnyEventObject[]) {
    last = step(machine, last.next, event)
    microsteps.push(...last.microsteps)
  }
  return new Set(microsteps.flat().map(transitionKey))
}
