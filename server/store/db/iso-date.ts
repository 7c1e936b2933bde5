/** Returns a time in milliseconds as it is stored: an ISO date in UTC, of which the later one is the greater text. */
export const isoDate = (time: number) => new Date(time).toISOString()
