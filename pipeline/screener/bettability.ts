import type { Chip } from '../../shared/domain/contract/screener-ids.ts'
import { CHIPS } from '../../shared/domain/contract/screener-ids.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { COHORTS_MIN, type Standing } from './trust.ts'

/** The buy zone reaches so many ATR of the entry day around the price of the lock. */
const BUY_ZONE_ATR = 0.5
/** A last fire so many sessions ago costs one tier. */
const STALE_FROM_SESSIONS = 3

export interface BettabilityInput {
  standing: Standing
  conviction: number | null
  /** Sessions since the deep scan that set the conviction; 0 for this run's. */
  convictionAge: number | null
  sessionsAgo: number
  /** Distance of the price from the entry of a locked pick, else from where its episode became ripe; in ATR. */
  distanceAtr: number | null
  /** A locked row is not downgraded for ripeness and age. */
  isLocked: boolean
  /** How many of today's shares one share of the price that the distance is from has become; absent without a split. */
  shares?: number | undefined
}

export interface Bettability {
  /** 0 to 100, a companion to the chip. */
  score: number
  chip: Chip
  tier: Chip
  archetypeTier: Chip
  gated: boolean
  reasons: readonly string[]
  factors: { edge: number | null; conviction: number | null; freshness: number; distanceAtr: number | null }
}

const lower = (tier: Chip): Chip => CHIPS[Math.max(0, CHIPS.indexOf(tier) - 1)]!

/** The chip of one pick: its archetype's tier, what a hard gate forbids, and what age takes away. */
export function bettability(input: BettabilityInput): Bettability {
  const { standing, conviction, sessionsAgo, distanceAtr, isLocked } = input
  const gates = gatesOf(input)
  const isOld = !isLocked && sessionsAgo >= STALE_FROM_SESSIONS
  const tier = isOld ? lower(standing.tier) : standing.tier
  const chip = gates.length > 0 ? 'NO-BET' : tier
  const cost = tier === standing.tier ? '' : ', which costs one tier'
  const aged = isOld ? [`last fired ${sessionsAgo} sessions ago${cost}`] : []
  const edge = standing.pEdge ?? standing.pEdgeAll
  const freshness = Math.max(0, 1 - sessionsAgo / (STALE_FROM_SESSIONS + 1))
  return {
    score:
      gates.length > 0 ? 0 : Math.round(100 * (edge ?? 0) * ((conviction ?? 0) / 100) * (isLocked ? 1 : freshness)),
    chip,
    tier,
    archetypeTier: standing.tier,
    gated: gates.length > 0,
    reasons: [...tierReasons(standing), ...gates, ...aged, ...splitReasons(input)],
    factors: { edge, conviction, freshness, distanceAtr },
  }
}

function gatesOf({ conviction, convictionAge, distanceAtr, isLocked }: BettabilityInput): string[] {
  const gates: string[] = []
  if (conviction === null) gates.push('no conviction: no deep scan has read this name')
  else if (!isLocked && (convictionAge ?? 0) > 0)
    gates.push(`conviction is carried from ${counted(convictionAge ?? 0, 'session')} ago`)
  if (distanceAtr !== null && Math.abs(distanceAtr) > BUY_ZONE_ATR) {
    const from = isLocked ? 'its entry' : 'where its episode became ripe'
    gates.push(`price is ${Math.abs(distanceAtr).toFixed(2)} ATR from ${from}, ${BUY_ZONE_ATR} allowed`)
  }
  return gates
}

const splitReasons = ({ shares, isLocked, distanceAtr }: BettabilityInput): string[] =>
  shares === undefined || distanceAtr === null
    ? []
    : [
        `the price ${isLocked ? 'of its entry' : 'at which it became ripe'} is restated for a split: ${splitWords(shares)}`,
      ]

/** The figure comes from rounded closes, so it has four digits. */
const splitWords = (shares: number): string =>
  shares >= 1
    ? `one share of then is ${Number(shares.toPrecision(4))} now`
    : `${Number((1 / shares).toPrecision(4))} shares of then are one now`

function tierReasons({ tier, gauntlet, drift, pEdge, pEdgeAll, cohortsPostLock, cohortsTotal }: Standing): string[] {
  if (gauntlet === 'falsified') return ['the gauntlet has falsified the archetype']
  if (drift === 'degraded') return ['the archetype has drifted below its own past']
  const own = cohortWords(cohortsPostLock, 'since the locks began')
  const whole = cohortsTotal > cohortsPostLock ? cohortWords(cohortsTotal, 'with back-fill and imports') : null
  const need = `a probability of an edge needs ${COHORTS_MIN}`
  const head = `archetype is ${tier}: `
  if (pEdgeAll === null) return [`${head}${whole === null ? own : `${own}, ${whole}`}; ${need}`]
  const first = pEdge === null ? `${own}; ${need}` : edgeWords(pEdge, own)
  return [head + first, ...(whole === null ? [] : [edgeWords(pEdgeAll, whole)])]
}

const cohortWords = (cohorts: number, which: string): string =>
  `${cohorts === 0 ? 'no cohort has matured' : counted(cohorts, 'cohort')} ${which}`

const edgeWords = (edge: number, cohorts: string): string =>
  `probability of an edge ${(100 * edge).toFixed(0)} % over ${cohorts}`
