/**
 * Logs uncaught errors and lets the process go on: each concerns one request at most. Install it once the server
 * listens; before that such an error should end the start.
 */
export const logUncaughtErrors = (report: (problem: unknown) => void) => {
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
}
