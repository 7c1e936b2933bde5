/**
 * The largest expected difference between the clocks of the processes of one database, in milliseconds. A row dated
 * further in the future was written before a clock was set back, at an unknown time.
 */
export const clockSkew = 10_000
