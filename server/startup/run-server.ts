/** Runs the server as a process of its own. */
import { describeError } from '../store/db/database-client.ts'
import { type RenderHost, start } from './start.ts'
import { StartupError } from './startup-error.ts'
import { logUncaughtErrors } from './uncaught-errors.ts'

/**
 * Runs the server as a process. A failed start prints one line and exits with code 1; a signal stops it with code 0.
 */
export const runServer = async (renderHost: RenderHost) => {
  try {
    const write = (text: string) => process.stdout.write(text)
    // The reader of the log may close the pipe.
    process.stdout.on('error', ignore)
    const running = await start(renderHost, { env: process.env, write })
    logUncaughtErrors(running.logError)
    const end = () => {
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${describeError(error)}\n`)
          process.exit(1)
        },
      )
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const ignore = () => {}
