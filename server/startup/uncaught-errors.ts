/**
 * The last resort: an error that nothing has caught is of one request at most, so it is written into the log and the
 * process goes on serving the others. To be installed once the server listens; before that such an error ends the start.
 */
export const logUncaughtErrors = (report: (problem: unknown) => void) => {
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
}
