/** `npm start`: builds when the sources changed, then is the server, in this very process, so that signals reach it. */
import { ensureBuilt, serverFile } from './support/ensure-built.mjs'

if (!(await ensureBuilt())) process.exit(1)
process.env['NODE_ENV'] ??= 'production'
await import(serverFile.href)
