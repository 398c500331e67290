import type { RegimeLog, RegimeSpell } from '../../shared/domain/contract/regime-log.ts'
import { Regime } from '../../shared/domain/contract/signals.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { median } from '../maths/statistics.ts'

/** A daily row. The reason of a spell is looked up by its first day. */
export interface RegimeDay {
  day: TradingDay
  regime: Regime | null
  healthScore: number | null
  rulesVersion: string
}
export type Spell = Omit<RegimeSpell, 'reason'>

/** As long as the engine itself carries a pillar that dropped out; in a longer gap the regime is unknown. */
const GAP_SESSIONS_MAX = 5

/** Unbroken stretches, oldest first. A short gap between the same regime is bridged and counted, never filled in. */
export function regimeSpells(days: readonly RegimeDay[]): Spell[] {
  const spells: Spell[] = []
  const newest = days.at(-1)?.day
  for (const each of days) {
    if (each.regime === null) continue
    const last = spells.at(-1)
    const gap = last ? sessionsBetween(last.to as TradingDay, each.day).length - 2 : 0
    if (last && last.regime === each.regime && gap <= GAP_SESSIONS_MAX) {
      last.to = each.day
      last.sessions++
      last.sessions_without_reading += gap
      last.score_end = each.healthScore
      continue
    }
    const known = gap <= GAP_SESSIONS_MAX
    if (last) last.ended_by = known ? 'change' : 'no_reading'
    if (last && !known) last.complete = false
    spells.push(begin(each, each.regime, last !== undefined && known))
  }
  const last = spells.at(-1)
  if (last) {
    last.complete = false
    const silent = newest === undefined ? 0 : sessionsBetween(last.to as TradingDay, newest).length - 1
    if (silent > GAP_SESSIONS_MAX) last.ended_by = 'no_reading'
  }
  return spells
}

const begin = (each: RegimeDay, regime: Regime, complete: boolean): Spell => ({
  regime,
  from: each.day,
  to: each.day,
  sessions: 1,
  sessions_without_reading: 0,
  score_begin: each.healthScore,
  score_end: each.healthScore,
  rules_version: each.rulesVersion,
  complete,
  ended_by: null,
})

export function tallies(spells: readonly Spell[]): RegimeLog['by_regime'] {
  return Regime.options.map((regime) => {
    const own = spells.filter((spell) => spell.regime === regime)
    const lengths = own.filter(({ complete }) => complete).map(({ sessions }) => sessions)
    return {
      regime,
      spells: own.length,
      sessions: own.reduce((sum, { sessions }) => sum + sessions, 0),
      n: lengths.length,
      median_sessions: median(lengths),
      longest_sessions: lengths.length === 0 ? null : Math.max(...lengths),
    }
  })
}
