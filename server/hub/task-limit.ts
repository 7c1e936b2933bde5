/**
 * Returns a function that runs tasks, at most `limit` of them in one turn of the event loop. The others wait in the
 * order in which they came. A task's place is free in the turn after it has ended: reads of a libsql file resolve
 * within the same turn, so a long row of tasks would keep all other requests waiting.
 */
export const createTaskLimit = (limit: number) => {
  const waiting: (() => void)[] = []
  let running = 0

  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      setImmediate(release)
    }
  }
}
