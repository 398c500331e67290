import type { SectorShare, SectorShares } from '../../shared/domain/contract/sector-shares.ts'
import type { NotReady } from '../../shared/domain/contract/signals.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { sessionsOld } from '../inputs/cite.ts'
import { freshness } from '../inputs/freshness.ts'
import type { BreadthTally, MarketInputs } from '../inputs/market-inputs.ts'

/** The snapshot's block, from the counts of the breadth source. */
export function sectorBreadth(inputs: MarketInputs): SectorShares | NotReady {
  if (!inputs.breadth) return { status: 'not_ready', reason: 'no breadth of the members is known yet' }
  const { breadth, knownAt, source } = inputs.breadth
  const { tooOld } = freshness('pct_above_50dma', breadth.day, inputs)
  if (tooOld !== null) return { status: 'not_ready', reason: tooOld }
  const sectors = breadth.sectors.map((tally): SectorShare => ({ sector: tally.sector, ...shares(tally) }))
  return {
    status: 'ready',
    day: breadth.day,
    known_at: easternExact(knownAt),
    source,
    age_sessions: sessionsOld(breadth.day, inputs.day),
    ...shares(breadth),
    sectors: sectors.toSorted((a, b) => strength(b) - strength(a) || (a.sector < b.sector ? -1 : 1)),
  }
}

/** A sector without a count comes last. */
const strength = ({ pct_above_50dma }: SectorShare): number => pct_above_50dma ?? -1

const shares = (tally: BreadthTally) => ({
  pct_above_50dma: percent(tally.above50, tally.counted50),
  pct_above_200dma: percent(tally.above200, tally.counted200),
  members: tally.members,
  counted_50dma: tally.counted50,
  above_50dma: tally.above50,
  counted_200dma: tally.counted200,
  above_200dma: tally.above200,
})

const percent = (above: number, counted: number): number | null =>
  counted === 0 ? null : Math.round((1000 * above) / counted) / 10
