import { type BoardRow, DIRECTIONS } from '../../../shared/domain/contract/screener/board.ts'
import type { ArchetypeId, PickSide } from '../../../shared/domain/contract/screener-ids.ts'
import { counted } from '../../../shared/domain/number-words.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { shown, shownOrNull } from '../../maths/shown.ts'
import { archetypeOf } from '../archetypes/index.ts'
import { bettability } from '../bettability.ts'
import { boardScore } from '../board-rank.ts'
import { CALIBRATED_MIN } from '../calibration.ts'
import type { RankedCandidate } from '../decide-run.ts'
import { convictionTier } from '../deep-scan.ts'
import { type BandReading, sessionsFrom } from '../moment.ts'
import { type Setup, setupKey } from '../setup.ts'
import { excessWords, sharesOf, signOf, type Tracked } from '../tracked.ts'
import { EDGE_LINE, edgeWeightTier, PRIOR, type Standing } from '../trust.ts'

/** How an archetype's episodes came out. */
export interface ArchetypeRecord {
  matured: number
  hits: number
  /** Blocks of weeks of their entries; episodes of one block move together. */
  blocks: number
}

/** Everything that a row needs apart from the pick itself. */
export interface RowContext {
  day: TradingDay
  band: BandReading | null
  standings: ReadonlyMap<ArchetypeId, Standing>
  records: ReadonlyMap<ArchetypeId, ArchetypeRecord>
}

type Basics = Pick<
  BoardRow,
  'archetype_label' | 'direction' | 'horizon' | 'horizon_label' | 'edge_weight_tier' | 'trust' | 'maturity'
>

function basicsOf(archetype: ArchetypeId, { standings, records }: RowContext): Basics {
  const { label, side, horizon } = archetypeOf(archetype)
  const standing = standings.get(archetype)!
  const record = records.get(archetype) ?? { matured: 0, hits: 0, blocks: 0 }
  return {
    archetype_label: label,
    direction: DIRECTIONS[side],
    horizon,
    horizon_label: `${horizon} trading days`,
    edge_weight_tier: edgeWeightTier(standing),
    trust: trustOf(record, standing, side),
    maturity: record.matured < CALIBRATED_MIN ? `${record.matured} of ${CALIBRATED_MIN} episodes have matured` : null,
  }
}

function trustOf({ matured, hits, blocks }: ArchetypeRecord, standing: Standing, side: PickSide): BoardRow['trust'] {
  const isDegraded = edgeWeightTier(standing) === 'degraded'
  const isCalibrated = matured >= CALIBRATED_MIN
  const rate = isCalibrated ? hits / matured : null
  const words =
    rate === null
      ? `maturing: ${matured} of ${CALIBRATED_MIN} episodes are known`
      : `${(100 * rate).toFixed(0)} % of ${matured} episodes in ${counted(blocks, 'block')} of weeks ${excessWords(side)} after costs`
  const why = standing.gauntlet === 'falsified' ? 'falsified by its placebos' : 'it has drifted below its own past'
  return {
    state: isDegraded ? 'degraded' : isCalibrated ? 'calibrated' : 'maturing',
    hit_rate: shownOrNull(rate),
    n_matured: matured,
    label: isDegraded ? `${words}; ${why}` : words,
  }
}

const posteriorOf = (standing: Standing): BoardRow['bettability']['archetype_posterior'] => ({
  p_edge: shownOrNull(standing.pEdge),
  p_edge_all: shownOrNull(standing.pEdgeAll),
  cohorts_total: standing.cohortsTotal,
  cohorts_post_lock: standing.cohortsPostLock,
  trend: standing.drift,
  gauntlet: standing.gauntlet,
  prior: `Beta(${PRIOR}, ${PRIOR})`,
  edge_line: EDGE_LINE,
})

function bettabilityOf(standing: Standing, input: Omit<Parameters<typeof bettability>[0], 'standing'>) {
  const { score, chip, tier, archetypeTier, gated, reasons, factors } = bettability({ standing, ...input })
  return {
    score,
    chip,
    tier,
    archetype_tier: archetypeTier,
    archetype_posterior: posteriorOf(standing),
    gated,
    tier_reasons: [...reasons],
    factors: {
      edge: shownOrNull(factors.edge),
      conviction: factors.conviction,
      freshness: shown(factors.freshness),
      distance_atr: shownOrNull(factors.distanceAtr),
    },
  }
}

const tierOf = (conviction: number | null) => (conviction === null ? null : convictionTier(conviction))

/** A candidate of the newest run. */
export function candidateRow(candidate: RankedCandidate, context: RowContext): BoardRow {
  const { ticker, archetype, conviction, convictionAge, scan, sessionsAgo, price, reference, referenceShares, atr } =
    candidate
  const standing = context.standings.get(archetype)!
  const isCarried = scan === null && conviction !== null
  return {
    ticker,
    archetype,
    ...basicsOf(archetype, context),
    conviction,
    conviction_tier: tierOf(conviction),
    conviction_carried: isCarried,
    conviction_carried_age: isCarried ? convictionAge : null,
    conviction_parts: (scan?.parts ?? []).map((part) => ({ ...part })),
    score: candidate.score,
    last_fired: candidate.lastFired,
    last_fired_sessions_ago: sessionsAgo,
    board_score: candidate.boardScore,
    why: candidate.why.slice(0, 4),
    contract: null,
    bettability: bettabilityOf(standing, {
      conviction,
      convictionAge,
      sessionsAgo,
      isLocked: false,
      distanceAtr: (price - reference) / atr,
      shares: referenceShares,
    }),
  }
}

interface LockedContext extends RowContext {
  setups: ReadonlyMap<string, Setup>
  /** Candidates of the newest run, to see what fires on the same name. */
  candidates: readonly RankedCandidate[]
  /** The prices of the newest run, in today's shares. */
  prices: ReadonlyMap<string, number>
}

/**
 * Returns how far a pick is from its entry at the price of the newest run, as candidates are from their reference; by
 * its last close where the run has not read the name. Null before its entry.
 */
function distanceFromEntry({ ticker, entry, last, shares = 1 }: Tracked, { prices }: LockedContext): number | null {
  const now = prices.get(ticker)
  const price = now === undefined ? last?.close : now * shares
  return entry && price !== undefined ? (price - entry.price) / entry.atr : null
}

/**
 * A locked pick as it was locked, and its progress since. Setup, conviction and chip are those of the lock; the
 * evidence for the chip is that of the newest run.
 */
export function lockedRow(tracked: Tracked, context: LockedContext): BoardRow {
  const { ticker, archetype, side, contract, score } = tracked
  const { conviction, chip, why, parts = [] } = contract!
  const standing = context.standings.get(archetype)!
  const lastFired = context.setups.get(setupKey(tracked))?.lastFired ?? tracked.day
  const sessionsAgo = sessionsFrom(lastFired, context.day)
  const conflict = liveSignal(tracked, context.candidates)
  const now = bettabilityOf(standing, {
    conviction,
    convictionAge: 0,
    sessionsAgo,
    isLocked: true,
    distanceAtr: distanceFromEntry(tracked, context),
    shares: tracked.shares,
  })
  const locked = `locked as ${chip} on ${tracked.day}${now.chip === chip ? '' : `; by the newest run it would be ${now.chip}`}`
  return {
    ticker,
    archetype,
    ...basicsOf(archetype, context),
    conviction,
    conviction_tier: convictionTier(conviction),
    conviction_carried: false,
    conviction_carried_age: null,
    conviction_parts: parts.map((part) => ({ ...part, reason: `when locked: ${part.reason}` })),
    score,
    last_fired: lastFired,
    last_fired_sessions_ago: sessionsAgo,
    board_score: boardScore({ side, conviction, standing, band: context.band?.band ?? null }),
    why: why.slice(0, 4).map((each, at) => (at === 0 ? `when locked on ${tracked.day}: ${each}` : each)),
    contract: contractOf(tracked),
    bettability: { ...now, chip, chip_now: now.chip, tier_reasons: [locked, ...now.tier_reasons] },
    ...(conflict ? { live_signal: conflict } : {}),
  }
}

/** Its levels are in today's shares, so that they can be compared with a price of today. */
export function contractOf(tracked: Tracked): BoardRow['contract'] {
  const { id, side, runAt, horizon, entry, bars, last, shares = 1, contract } = tracked
  const today = (price: number) => shown(price / shares)
  return {
    id,
    slot: contract!.slot,
    locked_at: runAt,
    entry: entry && { date: entry.day, price: today(entry.price), at: entry.at, atr: today(entry.atr) },
    entry_pending: entry === null,
    invalidation: entry && today(entry.invalidation),
    ...sharesOf(tracked),
    day: bars,
    horizon,
    countdown: entry ? `day ${bars} of ${horizon}` : `entry pending, ${horizon} trading days from it`,
    last_close: last && today(last.close),
    return: entry && last ? shown(signOf(side) * (last.close / entry.price - 1)) : null,
  }
}

function liveSignal({ ticker, side }: Tracked, candidates: readonly RankedCandidate[]): BoardRow['live_signal'] | null {
  const opposite = candidates.find((each) => each.ticker === ticker && each.side !== side && each.isRipe)
  if (!opposite) return null
  const label = archetypeOf(opposite.archetype).label
  return {
    conflict: true,
    locked_direction: DIRECTIONS[side],
    live_direction: DIRECTIONS[opposite.side],
    live_archetype: opposite.archetype,
    note: `${label} fires on the other side of this pick. It closes nothing: the pick ends by its own rules.`,
  }
}
