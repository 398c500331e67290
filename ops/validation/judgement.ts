import type { HistoryDay } from '../../pipeline/history/replay.ts'
import { mean, median } from '../../pipeline/maths/statistics.ts'
import { REGIMES } from '../../pipeline/regime/regime-now.ts'
import type { Regime } from '../../shared/domain/contract/signals.ts'

export interface Period {
  name: string
  sessions: number
  medianScore: number | null
  /** Share of the sessions with a regime, in percent. */
  shares: Record<Regime, number>
  spells: number
  medianSpell: number | null
  fragility: number | null
}

export function judge(name: string, days: readonly HistoryDay[]): Period {
  const regimes = days.flatMap(({ row }) => row.regime ?? [])
  const spells = spellLengths(days)
  const share = (regime: Regime) =>
    (100 * regimes.filter((each) => each === regime).length) / Math.max(1, regimes.length)
  return {
    name,
    sessions: days.length,
    medianScore: median(days.flatMap(({ row }) => row.healthScore ?? [])),
    shares: Object.fromEntries(REGIMES.map((regime) => [regime, share(regime)])) as Record<Regime, number>,
    spells: spells.length,
    medianSpell: median(spells),
    fragility: mean(days.flatMap(({ fragility }) => fragility.score ?? [])),
  }
}

export function byYear(days: readonly HistoryDay[]): Map<string, HistoryDay[]> {
  const years = new Map<string, HistoryDay[]>()
  for (const day of days) {
    const year = day.row.tradeDate.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), day])
  }
  return years
}

/** Sessions of each unbroken stretch of one regime, in order. */
export function spellLengths(days: readonly HistoryDay[]): number[] {
  const lengths: number[] = []
  days.forEach(({ row }, at) => {
    if (row.regime === null) return
    if (at > 0 && lengths.length > 0 && days[at - 1]?.row.regime === row.regime) lengths[lengths.length - 1]! += 1
    else lengths.push(1)
  })
  return lengths
}

export interface Stress {
  date: string
  what: string
  /** Regime and score at the close of the date and of the two sessions after it. */
  closes: readonly { date: string; regime: Regime | null; score: number | null; fragility: number | null }[]
  /** Sessions until RISK-OFF or PANIC, and from the date until CAUTIOUS or better after that; null: never. */
  sessionsToStress: number | null
  sessionsToRecovery: number | null
}

const SESSIONS_AHEAD = 120
const rank = (regime: Regime | null): number => (regime === null ? -1 : REGIMES.indexOf(regime))

export function afterStress(days: readonly HistoryDay[], date: string, what: string): Stress | null {
  const start = days.findIndex(({ row }) => row.tradeDate >= date)
  if (start === -1) return null
  const after = days.slice(start, start + SESSIONS_AHEAD)
  const stressed = after.findIndex(({ row }) => rank(row.regime) >= REGIMES.indexOf('RISK-OFF'))
  const recovered = after.findIndex(
    ({ row }, at) => at > stressed && rank(row.regime) >= 0 && rank(row.regime) <= REGIMES.indexOf('CAUTIOUS'),
  )
  return {
    date,
    what,
    closes: after.slice(0, 3).map(({ row, fragility }) => ({
      date: row.tradeDate,
      regime: row.regime,
      score: row.healthScore,
      fragility: fragility.score,
    })),
    sessionsToStress: stressed === -1 ? null : stressed,
    sessionsToRecovery: stressed === -1 || recovered === -1 ? null : recovered,
  }
}
