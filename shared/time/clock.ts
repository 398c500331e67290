/** Whoever needs the time is given a Clock, so a replay, a test and an accelerated run decide what it says. */
export interface Clock {
  now(): Date
}

/** The only reader of the machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** Copies, because a Date can be changed by whoever holds it. */
export function fixedClock(at: Date): Clock {
  const atMs = at.getTime()
  return { now: () => new Date(atMs) }
}
