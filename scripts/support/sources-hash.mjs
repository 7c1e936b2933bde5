import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Files and folders that the build depends on. */
const sources = [
  'content',
  'index.html',
  'machines',
  'public',
  'server',
  'site',
  'src',
  'scripts/build.mjs',
  'scripts/support',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
]

const filesIn = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .toSorted()
        .flatMap((name) => filesIn(`${path}/${name}`))
    : [path]

/** Returns a hash of all sources: twelve hexadecimal characters. */
export const sourcesHash = () => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 12)
}
