import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Returns the test files with generated input, also those that run in browsers. */
export const generatedTests = () => {
  const folder = join(root, 'tests')
  const files = readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file))
  const takesSeed = (file) =>
    /from '(fast-check|[^']+\/(seed|bad-requests)\.ts)'/.test(
      readFileSync(join(folder, file), 'utf8'),
    )
  return files
    .filter(
      (file) =>
        /\.(test|spec)\.tsx?$/.test(file) && file !== 'architecture.test.ts' && takesSeed(file),
    )
    .map((file) => `tests/${file}`)
    .toSorted()
}
