import type { Origin } from '../../shared/domain/market/observation.ts'

/** The cycle that a snapshot belongs to; it does not change any number. */
export interface SnapshotContext {
  cycleId: string
  origin: Origin
}
