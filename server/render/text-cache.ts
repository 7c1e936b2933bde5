/**
 * Keeps what was made of texts that are in every render. Not lru-cache, because the cache is emptied as a whole when it is
 * full.
 */

/** The maximum size of a cache in characters, texts and results together. */
const maxCharacters = 4_000_000

/** Returns a function that calls `make` once for each text, as long as the result is kept. */
export const cacheByText = <Result extends string | boolean>(make: (text: string) => Result) => {
  const results = new Map<string, Result>()
  let size = 0
  return (text: string): Result => {
    const kept = results.get(text)
    if (kept !== undefined) return kept
    const result = make(text)
    const additional = text.length + String(result).length
    size += additional
    if (size > maxCharacters) {
      results.clear()
      size = additional
    }
    if (size <= maxCharacters) results.set(text, result)
    return result
  }
}
