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

/** Returns the table of transitions taken per machine, with those that were not taken listed below. */
export const transitionTable = () => {
  const counts = readCounts()
  const wide = Math.max(0, ...counts.map(({ machine }) => machine.length))
  const lines = counts.flatMap(({ machine, taken, total, missing = [] }) => [
    `  ${machine.padEnd(wide)}  ${String(taken).padStart(4)} of ${total}`,
    ...missing.map((transition) => `  ${' '.repeat(wide)}       not taken: ${transition}`),
  ])
  return ['Transitions taken per machine', ...lines].join('\n')
}
