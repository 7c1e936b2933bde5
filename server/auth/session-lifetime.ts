export const day = 24 * 60 * 60 * 1_000

/** The time after which an unused session ends, in milliseconds. */
export const sessionLifetime = 7 * day
