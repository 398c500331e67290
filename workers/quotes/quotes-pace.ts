import type { MarketState } from '../../shared/time/calendar.ts'

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

interface Requested {
  isFailing: boolean
  /** The vendor's quotes are minutes old, so asking more often brings nothing. */
  isDelayed: boolean
}

/** Returns how long a leader waits after its requests. */
export function waitAfter({ isFailing, isDelayed }: Requested, phase: MarketState['phase'], pace: Pace): number {
  if (isFailing) return pace.failedMs
  if (isDelayed) return pace.delayedMs
  return phase === 'open' ? pace.openMs : pace.closedMs
}
