/**
 * How far the clocks of several processes on one database may differ, in milliseconds. A row dated further in the
 * future was written before a clock was set back, at an unknown time.
 */
export const clockSkew = 10_000
