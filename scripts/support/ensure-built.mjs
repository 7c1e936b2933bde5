import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { sourcesHash } from './sources-hash.mjs'

export const distFolder = join(root, 'dist')

/** The entry of the built server. */
export const serverFile = pathToFileURL(join(distFolder, 'server', 'main.js'))

/** The entry of the built admin commands. */
export const adminFile = pathToFileURL(join(distFolder, 'admin', 'main.js'))

/** The file in `dist/` with the hash of the sources it was built from. */
export const stampName = 'built-from'

const isBuilt = () => {
  const stamp = join(distFolder, stampName)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
}

/**
 * Builds `dist/` if it is outdated, and resolves to true if it is up to date afterwards. Runs the build in a process of
 * its own, so that its memory is free again before the server starts.
 */
export const ensureBuilt = async (options = {}) =>
  isBuilt() || (await run([process.execPath, join(root, 'scripts', 'build.mjs')], options)) === 0
