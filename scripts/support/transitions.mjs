import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const folder = join(root, '.cache', 'transitions')

/** Reads the counts that the tests of each machine have written. */
const readCounts = () =>
  existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    : []

/**
 * Returns the table of transitions that gestures and real messages take per machine, and the number of those that only
 * watchers take which a test has replaced (of the network, the hub, the cache). Those that only events sent by a test
 * itself take are listed below with the reason, as are those that were not taken at all.
 */
export const transitionTable = () => {
  const counts = readCounts()
  const wide = Math.max(0, ...counts.map(({ machine }) => machine.length))
  const indent = ' '.repeat(wide)
  const lines = counts.flatMap(
    ({ machine, taken, total, fromWatchers = 0, injected = [], missing = [] }) => [
      `  ${machine.padEnd(wide)}  ${String(taken).padStart(4)} of ${total}${fromWatchers ? `, ${fromWatchers} by replaced watchers` : ''}`,
      ...injected.map(
        ({ transition, reason }) =>
          `  ${indent}       injected: ${transition} (${reason ?? 'no reason given'})`,
      ),
      ...missing.map((transition) => `  ${indent}       not taken: ${transition}`),
    ],
  )
  const sum = (count) => counts.reduce((total, one) => total + count(one), 0)
  return [
    'Transitions taken per machine by gestures and real messages',
    ...lines,
    `  ${'all'.padEnd(wide)}  ${String(sum(({ taken }) => taken)).padStart(4)} of ${sum(({ total }) => total)}, ${sum(({ fromWatchers = 0 }) => fromWatchers)} by replaced watchers, ${sum(({ injected = [] }) => injected.length)} injected`,
  ].join('\n')
}
