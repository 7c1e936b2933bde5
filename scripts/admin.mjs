/** `npm run admin -- <command>`: builds when the sources changed, then does as it is told, in this very process. */
import { adminFile, ensureBuilt } from './support/ensure-built.mjs'

const toStderr = 2
// What goes to the standard output may be a whole site.
if (!(await ensureBuilt({ output: toStderr }))) process.exit(1)
process.env['NODE_ENV'] ??= 'production'
await import(adminFile.href)
