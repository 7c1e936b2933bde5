/** `npm run admin -- <command>`: builds if the sources have changed, then runs the command in this process. */
import { adminFile, ensureBuilt } from './support/ensure-built.mjs'

const toStderr = 2
// Standard output is for the command: an export writes a whole site to it.
if (!(await ensureBuilt({ output: toStderr }))) process.exit(1)
process.env['NODE_ENV'] ??= 'production'
await import(adminFile.href)
