/** Whoever needs the time is given a Clock, so a replay, a test and an accelerated run decide what it says. */
export interface Clock {
  now(): Date
  /** False while it does not know service time yet and answers with real time; absent: it always knows. */
  isKnown?(): boolean
}

/** The only reader of the machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** Copies, because a Date can be changed by whoever holds it. */
export function fixedClock(at: Date): Clock {
  const atMs = at.getTime()
  return { now: () => new Date(atMs) }
}
