/** Starts the built server: `node dist/server/main.js`. */
import { createBuiltHost } from './render/built-host.ts'
import { runServer } from './startup/run-server.ts'

await runServer(await createBuiltHost())
