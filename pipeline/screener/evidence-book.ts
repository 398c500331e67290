import type { ArchetypeId, GauntletState } from '../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { archetypeOf, archetypes } from './archetypes/index.ts'
import type { CalibrationEpisode } from './calibration.ts'
import { addEntry, addOutcome, blockOf, type CohortBook, cohortHits, completeCohorts } from './cohorts.ts'
import type { MaturedEpisode } from './deep-scan.ts'
import { POOL_MAX } from './deep-scan.ts'
import type { Outcome } from './outcome.ts'
import type { Tracked } from './tracked.ts'
import { type Standing, standingOf } from './trust.ts'

/** A matured episode with its place in time, for the gauntlet. */
export interface MaturedRecord {
  tracked: Tracked
  excess: number
  block: number
}

interface ArchetypeBook {
  cohorts: CohortBook
  /** Oldest outcome first. */
  matured: MaturedRecord[]
  /** Locked picks with their excess to their own exit. */
  contracts: { tracked: Tracked; excess: number }[]
  pool: MaturedEpisode[]
  episodes: Map<string, CalibrationEpisode>
  rawRows: number
  gauntlet: GauntletState
  standing: Standing
}

/** The evidence of each archetype's episodes; runs, entries and outcomes bring it forward. */
export interface EvidenceBook {
  of(id: ArchetypeId): ArchetypeBook
  standings(): ReadonlyMap<ArchetypeId, Standing>
  pools(): ReadonlyMap<ArchetypeId, readonly MaturedEpisode[]>
  addFlags(flags: ReadonlyMap<ArchetypeId, number>): void
  addRecord(tracked: Tracked): void
  addEntry(tracked: Tracked): void
  addOutcome(tracked: Tracked, outcome: Outcome): void
  /** Completes cohorts of earlier blocks, and recomputes the standings. */
  endSession(day: TradingDay): void
  setGauntlet(id: ArchetypeId, state: GauntletState): void
}

export function evidenceBook(): EvidenceBook {
  const books = new Map(archetypes.map(({ id }) => [id, emptyBook()]))
  const of = (id: ArchetypeId): ArchetypeBook => books.get(id)!
  return {
    of,
    standings: () => new Map([...books].map(([id, { standing }]) => [id, standing])),
    pools: () => new Map([...books].map(([id, { pool }]) => [id, pool])),
    addFlags(flags) {
      for (const [id, count] of flags) of(id).rawRows += count
    },
    addRecord(tracked) {
      if (!tracked.isEvidence) return
      const { archetype, status, confluence, score, day } = tracked
      of(archetype).episodes.set(tracked.id, {
        archetype,
        status,
        confluence,
        score,
        from: day,
        barsAfter: archetypeOf(archetype).horizon,
        excess: null,
        block: null,
      })
    },
    addEntry(tracked) {
      if (!tracked.isEvidence) return
      const book = of(tracked.archetype)
      addEntry(book.cohorts, blockOfEntry(tracked), tracked.isPostLock)
      const known = book.episodes.get(tracked.id)!
      const { day, at } = tracked.entry!
      const barsAfter = at === 'close' ? tracked.horizon : tracked.horizon - 1
      book.episodes.set(tracked.id, { ...known, from: day, barsAfter, block: blockOfEntry(tracked) })
    },
    addOutcome(tracked, { excessHorizon: excess, excess: toExit }) {
      const book = of(tracked.archetype)
      if (toExit !== null) book.contracts.push({ tracked, excess: toExit })
      if (!tracked.isEvidence) return
      const block = blockOfEntry(tracked)
      addOutcome(book.cohorts, block, excess)
      book.matured.push({ tracked, excess, block })
      book.pool.push({ ticker: tracked.ticker, features: tracked.features, excess })
      if (book.pool.length > POOL_MAX) book.pool.shift()
      book.episodes.set(tracked.id, { ...book.episodes.get(tracked.id)!, excess })
    },
    endSession(day) {
      for (const [id, book] of books) {
        if (completeCohorts(book.cohorts, blockOf(day, archetypeOf(id).horizon))) restand(book)
      }
    },
    setGauntlet(id, state) {
      of(id).gauntlet = state
      restand(of(id))
    },
  }
}

const blockOfEntry = ({ entry, horizon }: Tracked): number => blockOf(entry!.day, horizon)

function restand(book: ArchetypeBook): void {
  book.standing = standingOf(cohortHits(book.cohorts), book.gauntlet)
}

function emptyBook(): ArchetypeBook {
  const gauntlet = 'insufficient' as const
  const standing = standingOf({ all: [], postLock: [] }, gauntlet)
  return {
    cohorts: new Map(),
    matured: [],
    contracts: [],
    pool: [],
    episodes: new Map(),
    rawRows: 0,
    gauntlet,
    standing,
  }
}
