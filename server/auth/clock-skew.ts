/**
 * How much the clocks of several processes on one database may differ, in milliseconds. What is dated later than this
 * was written before a clock was set back, nobody knows when.
 */
export const clockSkew = 10_000
