/** A task that runs once at a time, and again after an error. */
interface RetryingTaskOptions {
  run: () => Promise<void>
  /** Called after a run that succeeded. */
  onSuccess: () => void
  onError: (error: unknown) => void
  /** Milliseconds before the task runs again after an error. */
  retryDelay: number
}

export const createRetryingTask = ({
  run,
  onSuccess,
  onError,
  retryDelay,
}: RetryingTaskOptions) => {
  let isRequested = false
  let isRunning = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const retryLater = () => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(wake, retryDelay)
  }

  const runWhileRequested = async () => {
    isRequested = true
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    try {
      while (isRequested) {
        isRequested = false
        await run()
      }
      onSuccess()
    } catch (error) {
      onError(error)
      isRequested = true
      retryLater()
    } finally {
      isRunning = false
    }
  }

  /** Runs the task. A call while it runs makes it run once more. */
  const wake = () => {
    // Errors were reported.
    runWhileRequested().catch(() => {})
  }

  return {
    wake,
    retryLater,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
