import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { mean, standardDeviation } from '../maths/statistics.ts'
import { archetypeOf } from './archetypes/index.ts'
import type { Candidate } from './candidate.ts'
import { type CompanyParts, PANELS, readPanels } from './panel-readings.ts'
import { excessWords, signOf } from './tracked.ts'

/** So many ripe names a run are scanned deeply; the others carry their last conviction. */
export const DEEP_SCANS_MAX = 200
const START = 50
const ANALOGUES_MAX = 25
const ANALOGUES_MIN = 10
/** The maximum that each part can add or subtract. */
const MOST = {
  analogues: 20,
  own_history: 12,
  relative_strength: 8,
  report: 4,
  options: 3,
  estimates: 3,
  ownership: 3,
  sentiment: 3,
} as const
/** A company reports about every so many bars. */
const REPORT_BARS = 63
/** If the last report is older than this, the reports of this company are no longer known. */
const REPORT_BARS_MAX = 90

/** An episode whose outcome was known before the run. */
export interface MaturedEpisode {
  ticker: string
  features: readonly number[]
  excess: number
}
/**
 * A scan searches only the newest episodes of its archetype: some years of them, so that a stage reads a bounded
 * number.
 */
export const POOL_MAX = 2_000
export type EvidencePool = ReadonlyMap<ArchetypeId, readonly MaturedEpisode[]>

export type ConvictionPartName = keyof typeof MOST

/** The points that one part of the scan added to conviction, and why. */
export interface ConvictionPart {
  part: ConvictionPartName
  adds: number
  n: number | null
  reason: string
}

export interface DeepScan {
  /** 0 to 100, from 50 and the parts; the setup's own score does not enter it. */
  conviction: number
  parts: readonly ConvictionPart[]
}

const wordsOf = (archetype: ArchetypeId): string => excessWords(archetypeOf(archetype).side)

const clamp = (value: number, most: number): number => Math.round(10 * Math.max(-most, Math.min(most, value))) / 10

/** Reads what followed for this name and for the nearest states of other names, from earlier runs only. */
export function deepScan(candidate: Candidate, evidence: EvidencePool, company: CompanyParts | null = null): DeepScan {
  const pool = evidence.get(candidate.archetype) ?? []
  const parts = [
    analoguePart(candidate, pool),
    historyPart(candidate, pool),
    strengthPart(candidate),
    reportPart(candidate),
    ...panelParts(candidate, company),
  ]
  const total = START + parts.reduce((sum, { adds }) => sum + adds, 0)
  return { conviction: Math.round(Math.max(0, Math.min(100, total))), parts }
}

function analoguePart({ archetype, features }: Candidate, pool: readonly MaturedEpisode[]): ConvictionPart {
  const part = 'analogues'
  const near = nearest(features, pool)
  if (near.length < ANALOGUES_MIN) {
    const reason = `${counted(near.length, 'matured episode')} of this archetype, ${ANALOGUES_MIN} needed`
    return { part, adds: 0, n: near.length, reason }
  }
  const excesses = near.map(({ excess }) => excess)
  const centre = mean(excesses)!
  const error = standardDeviation(excesses)! / Math.sqrt(near.length)
  const hits = excesses.filter((excess) => excess > 0).length
  return {
    part,
    adds: error > 0 ? clamp((MOST.analogues / 3) * (centre / error), MOST.analogues) : 0,
    n: near.length,
    reason: `${hits} of the ${near.length} nearest episodes ${wordsOf(archetype)}, mean excess ${(100 * centre).toFixed(2)} %`,
  }
}

/**
 * The nearest episodes, nearest first; of equally near ones the earlier. One pass over the pool, which grows for years.
 */
function nearest(features: readonly number[], pool: readonly MaturedEpisode[]): MaturedEpisode[] {
  const found: { episode: MaturedEpisode; distance: number }[] = []
  for (const episode of pool) {
    const far = distance(features, episode.features)
    if (found.length === ANALOGUES_MAX && far >= found.at(-1)!.distance) continue
    let place = found.length
    while (place > 0 && found[place - 1]!.distance > far) place--
    found.splice(place, 0, { episode, distance: far })
    if (found.length > ANALOGUES_MAX) found.pop()
  }
  return found.map(({ episode }) => episode)
}

function distance(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at]! - b[at]!) ** 2
  return sum
}

function historyPart({ ticker, archetype }: Candidate, pool: readonly MaturedEpisode[]): ConvictionPart {
  const own = pool.filter((episode) => episode.ticker === ticker)
  const hits = own.filter(({ excess }) => excess > 0).length
  // The rate of a name is shrunk towards one half by four episodes, so that one lucky episode weighs little.
  const adds = clamp(2 * MOST.own_history * ((hits + 2) / (own.length + 4) - 0.5), MOST.own_history)
  const reason =
    own.length === 0
      ? 'no matured episode of this name'
      : `${hits} of its ${counted(own.length, 'episode')} ${wordsOf(archetype)}`
  return { part: 'own_history', adds, n: own.length, reason }
}

/** The second feature is the lead over SPY in standard units. */
function strengthPart({ archetype, features }: Candidate): ConvictionPart {
  const lead = features[1]!
  const adds = clamp(MOST.relative_strength * 0.5 * lead * signOf(archetypeOf(archetype).side), MOST.relative_strength)
  const moves = Math.abs(lead).toFixed(1)
  const apart = Number(moves) === 0 ? 'level with' : `${moves} usual moves ${lead > 0 ? 'ahead of' : 'behind'}`
  const reason = `${apart} SPY over 60 sessions`
  return { part: 'relative_strength', adds, n: null, reason }
}

/** A report within the horizon decides more than the setup does, whichever side it is on. */
function reportPart({ barsSinceReport: since, horizon }: Candidate): ConvictionPart {
  const part = 'report'
  if (since === null || since > REPORT_BARS_MAX) {
    const reason =
      since === null ? 'no past report is known' : `no report of the last ${REPORT_BARS_MAX} sessions is known`
    return { part, adds: 0, n: null, reason }
  }
  const isNear = since + horizon >= REPORT_BARS
  const next = isNear ? `so the next may come within ${horizon} sessions` : `so none is due within ${horizon} sessions`
  const last = since === 0 ? 'reported in the newest session' : `reported ${counted(since, 'session')} ago`
  return { part, adds: isNear ? -MOST.report : MOST.report / 2, n: null, reason: `${last}, ${next}` }
}

function panelParts({ archetype }: Candidate, company: CompanyParts | null): ConvictionPart[] {
  const readings = readPanels(company)
  const sign = signOf(archetypeOf(archetype).side)
  return PANELS.map((part) => {
    const { leaning, n, reason } = readings[part]
    return { part, adds: leaning === null ? 0 : clamp(MOST[part] * leaning * sign, MOST[part]), n, reason }
  })
}

export const convictionTier = (conviction: number): 'high' | 'medium' | 'low' =>
  conviction >= 70 ? 'high' : conviction >= 50 ? 'medium' : 'low'
