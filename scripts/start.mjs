/** `npm start`: builds if the sources have changed, then runs the server in this process, so that signals reach it. */
import { ensureBuilt, serverFile } from './support/ensure-built.mjs'

if (!(await ensureBuilt())) process.exit(1)
process.env['NODE_ENV'] ??= 'production'
await import(serverFile.href)
