/** A time further ahead of ours is of another zone or a broken clock, not of a clock that is a little fast. */
const AHEAD_MS_MAX = 60_000

/** Such a quote would stay the newest, and count as fresh, until our own clock has passed it. */
export const isAhead = (instant: Date, now: Date): boolean => instant.getTime() - now.getTime() > AHEAD_MS_MAX
