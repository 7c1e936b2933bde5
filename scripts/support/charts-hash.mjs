/** Sums up the charts of all machines, so that a recording can say from which it was made. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** @returns {string} */
export function chartsHash() {
  const folder = join(root, 'docs', 'charts')
  const hash = createHash('sha256')
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted())
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}
