import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const folder = join(root, '.cache', 'transitions')

/** What the path tests crossed of each machine, as they wrote it down. */
const readCounts = () =>
  existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    : []

/** Transitions crossed per machine, with those that nothing crossed named below. */
export const transitionTable = () => {
  const counts = readCounts()
  const wide = Math.max(0, ...counts.map(({ machine }) => machine.length))
  const lines = counts.flatMap(({ machine, crossed, total, missing = [] }) => [
    `  ${machine.padEnd(wide)}  ${String(crossed).padStart(4)} of ${total}`,
    ...missing.map((transition) => `  ${' '.repeat(wide)}       not crossed: ${transition}`),
  ])
  return ['Transitions crossed per machine', ...lines].join('\n')
}
