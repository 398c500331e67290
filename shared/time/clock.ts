/** Code that needs the time receives a Clock, so that replays, tests and accelerated runs can set it. */
export interface Clock {
  now(): Date
  /** False while service time is not known yet and `now` returns real time; absent if it is always known. */
  isKnown?(): boolean
}

/** The only code that reads the machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** Copies the date, because callers could change a shared Date. */
export function fixedClock(at: Date): Clock {
  const atMs = at.getTime()
  return { now: () => new Date(atMs) }
}
