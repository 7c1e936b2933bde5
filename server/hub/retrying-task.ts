/** Creates tasks that run once at a time, and again after an error. */
interface RetryingTaskOptions {
  run: () => Promise<void>
  /** Called after each run that succeeded. */
  onSuccess: () => void
  onError: (error: unknown) => void
  /** The time before the task runs again after an error, in milliseconds. */
  retryDelay: number
}

/** Creates a call that is delayed by some milliseconds; `close` cancels it for good. */
const createDelayedCall = (call: () => void, delay: number) => {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const cancel = () => clearTimeout(timer)
  return {
    /** Schedules the call. It replaces one that is scheduled already. */
    schedule() {
      cancel()
      if (!isClosed) timer = setTimeout(call, delay)
    },
    cancel,
    close() {
      isClosed = true
      cancel()
    },
  }
}

/** Creates a task that runs when it is woken, and again `retryDelay` milliseconds after a run that failed. */
export const createRetryingTask = (options: RetryingTaskOptions) => {
  const { run, onSuccess, onError, retryDelay } = options
  let isRequested = false
  let isRunning = false

  const runWhileRequested = async () => {
    isRequested = true
    if (isRunning) return
    isRunning = true
    retry.cancel()
    try {
      while (isRequested) {
        isRequested = false
        await run()
      }
      onSuccess()
    } catch (error) {
      onError(error)
      isRequested = true
      retry.schedule()
    } finally {
      isRunning = false
    }
  }

  /** Runs the task. A call while it runs makes it run once more. */
  const wake = () => {
    // Errors were reported.
    runWhileRequested().catch(() => {})
  }

  const retry = createDelayedCall(wake, retryDelay)
  return { wake, retryLater: retry.schedule, close: retry.close }
}
