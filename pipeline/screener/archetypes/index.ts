import type { ArchetypeId } from '../../../shared/domain/contract/screener-ids.ts'
import type { Archetype } from '../archetype.ts'
import { breakdownRetest } from './breakdown-retest.ts'
import { capitulationReversal } from './capitulation-reversal.ts'
import { crowdedComplacency } from './crowded-complacency.ts'
import { failedBreakout } from './failed-breakout.ts'
import { oversoldQuality } from './oversold-quality.ts'
import { parabolicExhaustion } from './parabolic-exhaustion.ts'
import { postEarningsBase } from './post-earnings-base.ts'
import { relativeStrengthReclaim } from './relative-strength-reclaim.ts'

/** In the order in which ties are decided and tables are written. */
export const archetypes: readonly Archetype[] = [
  capitulationReversal,
  oversoldQuality,
  postEarningsBase,
  relativeStrengthReclaim,
  parabolicExhaustion,
  failedBreakout,
  breakdownRetest,
  crowdedComplacency,
]

const byId: ReadonlyMap<ArchetypeId, Archetype> = new Map(archetypes.map((each) => [each.id, each]))

export const archetypeOf = (id: ArchetypeId): Archetype => byId.get(id)!
