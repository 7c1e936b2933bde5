/** Prints the transition table and the paths of a machine. */
import type { AnyStateMachine } from 'xstate'
import { coveringPaths } from '../paths/paths.ts'
import type { Path } from '../paths/paths.ts'
import { eventLabel, stateLabel } from '../paths/labels.ts'
import { type PossiblePath, possiblePathText } from '../paths/possible-paths.ts'
import { type ReachedPaths, reachedPaths } from '../paths/reached-paths.ts'
import type { SampledMachine } from '../paths/samples.ts'
import { transitionTable } from '../paths/transition-table.ts'

/** Returns the paths of a machine in words, and whether they take every transition. */
export function describePaths(machine: AnyStateMachine, sampled: readonly SampledMachine[]) {
  const reached = reachedPaths(machine, sampled)
  const table = transitionTable(reached.paths, Infinity)
  const paths = coveringPaths(reached.paths)
  const sections = [
    `Transitions of ${machine.id}\n\n${indented(table)}`,
    `Paths, the shortest to each transition\n\n${paths.map(pathText).join('\n\n')}`,
    ...unreachedText(reached, sampled.length > 0),
  ]
  return {
    text: sections.join('\n\n'),
    isComplete: reached.unreached.size === 0 && isAlive(reached),
  }
}

const isAlive = ({ dead }: ReachedPaths) => dead.states.length + dead.transitions.length === 0

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n')

const pathText = ({ input, events, next, transitions }: Path, index: number) =>
  [
    `  ${index + 1}. ${events.length > 0 ? events.map(eventLabel).join(', ') : 'start'} → ${stateLabel(next)}`,
    ...(input === undefined ? [] : [`     input ${jsonText(input)}`]),
    ...events.map((event) => `     event ${jsonText(event)}`),
    ...transitions.map((key) => `     takes ${key}`),
  ].join('\n')

/** Long values are cut: they are samples, and the path is what is read. */
const jsonText = (value: unknown) => {
  const text = JSON.stringify(value, (_, one: unknown) =>
    one instanceof Error ? String(one) : typeof one === 'function' ? '(a function)' : one,
  )
  return text === undefined ? 'nothing' : text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** Returns what the samples do not reach, with the shortest events to it, and what nothing reaches. */
export function unreachedText({ unreached, dead }: ReachedPaths, hasSamples: boolean): string[] {
  const why = hasSamples
    ? 'The samples do not reach these transitions. The shortest events to each, with what its guards must say:'
    : 'These transitions need samples. The shortest events to each, with what its guards must say:'
  const lines = [...unreached].map(([key, path]: [string, PossiblePath]) =>
    [`  ${key}`, `    ${possiblePathText(path)}`].join('\n'),
  )
  const never = [...dead.states, ...dead.transitions]
  return [
    ...(lines.length > 0 ? [`${why}\n\n${lines.join('\n')}`] : []),
    ...(never.length > 0
      ? [`Nothing can reach these, whatever the guards say\n\n${indented(never)}`]
      : []),
  ]
}
