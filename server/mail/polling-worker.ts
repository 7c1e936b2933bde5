/** Creates workers, which run when they are woken and at intervals, one run at a time. */
import { setTimeout as wait } from 'node:timers/promises'

/** The interval of looking for work that another process has left, in milliseconds. */
const pollInterval = 10_000
/** The maximum time for which the shutdown of the server waits for a run, in milliseconds. */
const shutdownTimeout = 5_000

/** Waits for a promise, but not longer than a time in milliseconds. */
const waitAtMost = async (timeout: number, promise: Promise<void> | null) => {
  const timer = new AbortController()
  await Promise.race([promise, wait(timeout, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}

/** Creates a task that runs once at a time. A request during a run makes it run once more. */
const createSerialTask = (task: () => Promise<void>, onIdle: () => void) => {
  let isRequested = false
  let running: Promise<void> | null = null

  const runWhileRequested = async () => {
    while (isRequested) {
      isRequested = false
      await task()
    }
    running = null
    onIdle()
  }

  return {
    request: () => {
      isRequested = true
      running ??= runWhileRequested()
    },
    /** Returns the promise of the current run, or null when there is none. */
    running: () => running,
  }
}

/** Creates a worker. `run` does all work that there is while `isOpen` returns true, and never rejects. */
export const createPollingWorker = (run: (isOpen: () => boolean) => Promise<void>) => {
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  const poll = () => {
    if (isOpen) timer = setTimeout(wake, pollInterval).unref()
  }
  const task = createSerialTask(() => run(() => isOpen), poll)

  /** Starts a run, unless the worker is stopped. */
  const wake = () => {
    if (!isOpen) return
    clearTimeout(timer)
    task.request()
  }

  return {
    wake,
    start: () => {
      isOpen = true
      wake()
    },
    /** Starts a run and resolves at its end. */
    settled: async () => {
      wake()
      await task.running()
    },
    /** Ends the worker after the current run, or after the timeout when that takes longer. */
    stop: async () => {
      clearTimeout(timer)
      await waitAtMost(shutdownTimeout, task.running())
      isOpen = false
      clearTimeout(timer)
    },
  }
}
