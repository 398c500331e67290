export interface Pace {
  openMs: number
  closedMs: number
  delayedMs: number
  failedMs: number
  /** How often whoever does not lead looks whether it may. */
  waitingMs: number
  /** How often what streams is written. */
  writeMs: number
  /** How often what is held is read. */
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
