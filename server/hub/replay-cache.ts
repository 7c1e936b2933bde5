/**
 * Caches the promises that replays have used last, until another event makes them outdated. With lru-cache, clearing
 * the cache at each new event and dropping rejected promises would still be written by hand.
 */

export type ReplayCache<Value> = (key: string, create: () => Promise<Value>) => Promise<Value>

/**
 * Creates the cache. `newestId` returns the row id of the newest event: a promise is valid until that changes, and one
 * that rejects is not kept.
 */
export const createReplayCache = <Value>(
  capacity: number,
  newestId: () => number,
): ReplayCache<Value> => {
  const cache = new Map<string, Promise<Value>>()
  let cachedAtId = 0

  return (key, create) => {
    if (cachedAtId !== newestId()) cache.clear()
    cachedAtId = newestId()
    const value = cache.get(key) ?? create()
    // A map keeps its keys in the order in which they were added: the first was not used for the longest time.
    cache.delete(key)
    cache.set(key, value)
    value.catch(() => {
      if (cache.get(key) === value) cache.delete(key)
    })
    const [oldest] = cache.keys()
    if (cache.size > capacity && oldest !== undefined) cache.delete(oldest)
    return value
  }
}
