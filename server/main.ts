/** The built server: `node dist/server/main.js`. */
import { builtStage } from './render/built.ts'
import { run } from './start.ts'

await run(await builtStage())
