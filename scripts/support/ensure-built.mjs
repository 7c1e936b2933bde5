import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { sourcesHash } from './sources-hash.mjs'

export const distFolder = join(root, 'dist')

/** The server as it is built: everything in one file. */
export const serverFile = pathToFileURL(join(distFolder, 'server', 'main.js'))

/** What is done to a site by hand, in a file of its own. */
export const adminFile = pathToFileURL(join(distFolder, 'admin', 'main.js'))

/** The file in `dist/` that says which sources it was built from. */
export const stampName = 'built-from'

const isBuilt = () => {
  const stamp = join(distFolder, stampName)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
}

/**
 * Builds when `dist/` is not what the sources would make, and says whether it is now. The build is a process of
 * its own: what it takes in memory must not stay with a server.
 */
export const ensureBuilt = async (options = {}) =>
  isBuilt() || (await run([process.execPath, join(root, 'scripts', 'build.mjs')], options)) === 0
