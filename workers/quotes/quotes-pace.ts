export interface Pace {
  openMs: number
  closedMs: number
  delayedMs: number
  failedMs: number
  /** How often a process that does not lead tries to take the lead. */
  waitingMs: number
  /** How often streamed quotes are written. */
  writeMs: number
  /** How often the held instruments are read. */
  heldMs: number
}

export const PACE: Pace = {
  openMs: 1_000,
  closedMs: 30_000,
  delayedMs: 15_000,
  failedMs: 5_000,
  waitingMs: 2_000,
  writeMs: 250,
  heldMs: 5_000,
}
