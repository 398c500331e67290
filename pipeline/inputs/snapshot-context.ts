import type { Origin } from '../../shared/domain/market/observation.ts'
import type { ScenarioName } from '../../shared/domain/scenario.ts'

/** The cycle that a snapshot belongs to; it does not change any number. */
export interface SnapshotContext {
  cycleId: string
  origin: Origin
  /** The scenario of the simulated market; absent or null for live data. */
  scenario?: ScenarioName | null
}
