import type { Origin } from '../../shared/domain/market/observation.ts'

/** Whose snapshot it is: nothing in it changes a number. */
export interface SnapshotContext {
  cycleId: string
  origin: Origin
}
