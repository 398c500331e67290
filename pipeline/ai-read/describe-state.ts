import { counted } from '../../shared/domain/number-words.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { type ReadInputs, readWires, sessionRead } from './read-inputs.ts'
import { isCrossed } from './watch-lines.ts'

/** The structured state of the market that both stages may read: figures and words of our own, no outside text. */
export interface StateFacts {
  as_of: string
  regime: string | null
  regime_days: number
  regime_now: string | null
  health_score: number | null
  live_points: number
  components: { name: string; value: string; points: number; max: number }[]
  spy: number | null
  spy_change_percent: number | null
  vix: number | null
  wires: { label: string; value: number; level: number; crossed: boolean; risk: string }[]
  alerts: { kind: string; severity: string; message: string }[]
  missing_sources: string[]
}

const ALERTS_MAX = 8

export function stateFacts(inputs: ReadInputs): StateFacts {
  const { cutoff, snapshot, quotes, previousClose, alerts } = inputs
  const { regime, regimeDays, healthScore, livePoints } = sessionRead(inputs)
  const spy = quotes.SPY ?? previousClose
  const change = quotes.SPY === undefined || previousClose === null ? null : 100 * (quotes.SPY / previousClose - 1)
  const rounded = (value: number, decimals = 2) => Number(value.toFixed(decimals))
  return {
    as_of: easternIso(cutoff),
    regime,
    regime_days: regimeDays,
    regime_now: snapshot?.regime_now ?? null,
    health_score: healthScore,
    live_points: livePoints,
    components: (snapshot?.score_components ?? []).map(({ name, value, points, max }) => ({
      name,
      value,
      points,
      max,
    })),
    spy: spy === null ? null : rounded(spy),
    spy_change_percent: change === null ? null : rounded(change),
    vix: quotes.VIX === undefined ? null : rounded(quotes.VIX),
    wires: readWires(inputs).map(({ wire, value, level }) => ({
      label: wire.label,
      value: rounded(value, 3),
      level: rounded(level, 3),
      crossed: isCrossed(wire, { value, level }),
      risk: wire.risk,
    })),
    alerts: alerts.slice(0, ALERTS_MAX).map(({ alertId, severity, message }) => ({ kind: alertId, severity, message })),
    missing_sources: (snapshot?.data_quality.missing ?? []).map(({ source }) => source),
  }
}

/** AI-1 without an LLM: the state in words, and nothing of what may follow. */
export function describeState(facts: StateFacts): string {
  const { regime, regime_days: days, health_score: health, spy, spy_change_percent: change, vix, wires, alerts } = facts
  const crossed = wires.filter((wire) => wire.crossed)
  const sentences = [
    regime === null ? 'The regime is not known.' : `The market has read ${regime} for ${counted(days, 'session')}.`,
    health === null ? 'There is no health score.' : `Health is ${health} of 100.`,
    spy === null
      ? ''
      : `SPY stands at ${spy.toFixed(2)}${change === null ? '' : `, ${signed(change)} % against the previous close`}.`,
    vix === null ? '' : `VIX is at ${vix.toFixed(2)}.`,
    crossed.length === 0
      ? 'No watched line is crossed.'
      : `Crossed lines: ${crossed.map(({ label }) => label).join('; ')}.`,
    alerts.length === 0 ? 'No alert is active.' : `Active alerts: ${alerts.map(({ kind }) => kind).join(', ')}.`,
    facts.missing_sources.length === 0 ? '' : `Without a value: ${facts.missing_sources.join(', ')}.`,
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
