import type { Fragility, FragilityPillar } from '../../shared/domain/contract/fragility.ts'
import { LEVELS, type Regime, type ScoreComponent, type SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { SIGNAL_KEYS, type WatchedSubject } from '../../shared/domain/contract/transition.ts'
import { dollarBillions } from '../../shared/domain/number-words.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { citeInstant, citeTime, rankOf } from '../inputs/cite.ts'
import { LAST_THREE_YEARS, LAST_YEAR } from '../inputs/own-percentile.ts'
import { REGIMES } from '../regime/regime-now.ts'
import { components } from '../signals/index.ts'

/** A cycle's reading of one subject; a subject without a reading has none, since a gap is not a state. */
export interface StateReading {
  subject: WatchedSubject
  /** The subject in a sentence. */
  name: string
  state: string
  /** All states of the subject, best first. */
  scale: readonly string[]
  /** The series the state was read from; absent if several together make the state. */
  series?: string
  /** Where several series together make the state: the series of each part that counted. */
  parts?: Record<string, string>
  /** The cause, from dated readings. */
  cause: string
}

const RATINGS = ['calm', 'watch', 'fragile'] as const
const LEVEL_NAMES = LEVELS.map(({ level }) => level)

const REGIME_NAMES = { regime: 'The regime', regime_now: 'The intraday reading of the regime' } as const

/** The reading of a regime, none where it is not known. */
export const regimeReadings = (
  subject: keyof typeof REGIME_NAMES,
  state: Regime | null,
  cause: string,
): StateReading[] => (state === null ? [] : [{ subject, name: REGIME_NAMES[subject], state, scale: REGIMES, cause }])

/** The watched states of a cycle: the regime, its intraday reading, fragility, and each signal's level. */
export function watchedStates(snapshot: SignalsSnapshot, fragile: Fragility): StateReading[] {
  const { day } = eastern(new Date(snapshot.as_of))
  return [
    ...regimeReadings('regime', snapshot.regime, snapshot.regime_reason),
    ...regimeReadings('regime_now', snapshot.regime_now, snapshot.regime_reason),
    ...fragility(fragile),
    ...SIGNAL_KEYS.flatMap((key) => level(key, snapshot, day)),
  ]
}

const DATE_CHARS = '2026-11-20'.length

/** A pillar's figure in the words of its component. */
const VALUE_WORDS: Readonly<Record<FragilityPillar['pillar'], (value: number) => string>> = {
  volatility: (vix) => `VIX ${vix.toFixed(2)}`,
  credit: (spread) => `${spread.toFixed(2)} %`,
  breadth: (share) => `${share.toFixed(1)} % above the 50-day average`,
  gamma: (dollars) => `${dollarBillions(dollars)} per 1 %`,
}

function fragility({ rating, score, pillars }: Fragility): StateReading[] {
  if (rating === 'insufficient_data') return []
  const ranks = pillars.flatMap(({ pillar, percentile, value, for: observed }) => {
    if (percentile === null || value === null || observed === null) return []
    const when = observed.length > DATE_CHARS ? `quoted ${citeInstant(new Date(observed))}` : `for ${observed}`
    return [`${pillar} ${VALUE_WORDS[pillar](value)} in the ${rankOf(percentile)} percentile (${when})`]
  })
  const cause = `Fragility ${score} of 100; pillars ranked by health within their own last year: ${ranks.join(', ')}.`
  const parts = Object.fromEntries(
    pillars.flatMap(({ pillar, percentile, series }) =>
      percentile === null || series === null ? [] : [[pillar, series]],
    ),
  )
  return [{ subject: 'fragility', name: 'The fragility rating', state: rating, scale: RATINGS, cause, parts }]
}

function level(key: WatchedSubject & string, snapshot: SignalsSnapshot, today: TradingDay): StateReading[] {
  const found = snapshot.signal_levels[key]
  const component = snapshot.score_components.find((each) => each.key === key)
  if (!found || !component) return []
  const cause = `${found.label}: ${stated(component, today)}.`
  const [first] = component.inputs
  const read = first ? { series: first.series } : {}
  return [{ subject: key, name: component.name, state: found.level, scale: LEVEL_NAMES, cause, ...read }]
}

const WEEKLY: ReadonlySet<string> = new Set(components.flatMap(({ key, weeksMax }) => (weeksMax ? [key] : [])))

/** Name, value, rank and time, worded like the reasons of the snapshot. */
function stated({ key, name, value, percentile, inputs }: ScoreComponent, today: TradingDay): string {
  const { span } = WEEKLY.has(key) ? LAST_THREE_YEARS : LAST_YEAR
  const rank = percentile === null ? [] : [`${rankOf(percentile)} percentile of its own ${span}`]
  const [first] = inputs
  const facts = [...rank, ...(first ? [citeTime(first, today)] : [])]
  return facts.length === 0 ? `${name} ${value}` : `${name} ${value} (${facts.join('; ')})`
}
