/** Returns a local time that was entered, in ISO 8601, UTC; null if it is none, or is not after `now`. */
export const publicationTimeOf = (entered: string, now: number) => {
  const time = Date.parse(entered)
  return time > now ? new Date(time).toISOString() : null
}
