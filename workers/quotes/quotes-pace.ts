export interface Pace {
  openMs: number
  closedMs: number
  delayedMs: number
  failedMs: number
  /** A process that does not lead tries this often to take the lead. */
  waitingMs: number
  /** Streamed quotes are written this often. */
  writeMs: number
  /** The held instruments are read this often. */
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
