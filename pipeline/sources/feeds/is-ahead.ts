/**
 * A time further ahead than this is from another time zone or a broken clock, not from a clock that is slightly fast.
 */
const AHEAD_MS_MAX = 60_000

/** Such a quote would remain the newest, and count as fresh, until our own clock has passed it. */
export const isAhead = (instant: Date, now: Date): boolean => instant.getTime() - now.getTime() > AHEAD_MS_MAX
