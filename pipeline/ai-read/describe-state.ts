import { counted, trueSigned } from '../../shared/domain/number-words.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import { oldCycleInWords } from './cycle-age.ts'
import { type PriceAge, priceFacts } from './price-facts.ts'
import { type ReadInputs, readWires, sessionRead } from './read-inputs.ts'
import { isCrossed, type ReadWire } from './watch-lines.ts'

/** The structured state of the market that both stages may read: figures and words of our own, no outside text. */
export interface StateFacts {
  as_of: string
  /** The session that regime and health score are of; null while none is known. */
  session: string | null
  /** Says that cycles have stopped; absent while they come. */
  old_cycle?: string
  regime: string | null
  regime_days: number
  /** Absent unless rows are missing before those days, so the regime may have lasted longer. */
  regime_is_older?: true
  regime_now: string | null
  health_score: number | null
  live_points: number
  components: { name: string; value: string; points: number; max: number }[]
  /** The newest price of the session, or the previous close where the session has none. */
  spy: number | null
  spy_price_is: PriceAge | null
  /** When the vendor quoted it, in words; null for a close. */
  spy_quoted: string | null
  spy_change_percent: number | null
  vix: number | null
  vix_price_is: PriceAge | null
  vix_quoted: string | null
  /** Null where none was read. */
  wires: { label: string; value: number; level: number; observed: string; crossed: boolean; risk: string }[] | null
  /** Null where they were not read. */
  alerts: { kind: string; severity: string; message: string }[] | null
  /** The alert kinds that lack an input; absent where each can be judged. */
  alerts_held?: string[]
  missing_sources: string[]
}

const ALERTS_MAX = 8

export function stateFacts(inputs: ReadInputs): StateFacts {
  const { cutoff, snapshot, alerts, heldAlerts } = inputs
  const wires = readWires(inputs)
  const oldCycle = oldCycleInWords(inputs)
  const { day, regime, regimeDays, isRegimeOlder, healthScore, livePoints } = sessionRead(inputs)
  return {
    as_of: easternIso(cutoff),
    session: day ?? null,
    ...(oldCycle === '' ? {} : { old_cycle: oldCycle }),
    regime,
    regime_days: regimeDays,
    ...(isRegimeOlder ? { regime_is_older: true as const } : {}),
    regime_now: snapshot?.regime_now ?? null,
    health_score: healthScore,
    live_points: livePoints,
    components: (snapshot?.score_components ?? []).map(({ name, value, points, max }) => ({
      name,
      value,
      points,
      max,
    })),
    ...priceFacts(inputs),
    wires: wires.length === 0 ? null : wires.map(wireFacts),
    alerts:
      alerts?.slice(0, ALERTS_MAX).map(({ alertId, severity, message }) => ({ kind: alertId, severity, message })) ??
      null,
    ...(heldAlerts?.length ? { alerts_held: [...heldAlerts] } : {}),
    missing_sources: (snapshot?.data_quality.missing ?? []).map(({ source }) => source),
  }
}

function wireFacts({ wire, value, level, observedAt }: ReadWire): NonNullable<StateFacts['wires']>[number] {
  return {
    label: wire.label,
    value: Number(value.toFixed(3)),
    level: Number(level.toFixed(3)),
    observed: easternInWords(observedAt),
    crossed: isCrossed(wire, { value, level }),
    risk: wire.risk,
  }
}

/** AI-1 without an LLM: the state in words, and nothing of what may follow. */
export function describeState(facts: StateFacts): string {
  const { regime, regime_days: days, regime_is_older: isOlder, health_score: health, wires, alerts } = facts
  const sentences = [
    regime === null
      ? 'The regime is not known.'
      : `The regime has been ${regime} for ${isOlder ? 'at least ' : ''}${counted(days, 'session')}.`,
    health === null ? 'There is no health score.' : `Health is ${health} of 100.`,
    facts.old_cycle ?? '',
    priceInWords(facts),
    vixInWords(facts),
    linesInWords(wires),
    alertsInWords(alerts),
    heldInWords(facts.alerts_held ?? []),
    facts.missing_sources.length === 0 ? '' : `Without a value: ${facts.missing_sources.join(', ')}.`,
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function priceInWords({ spy, spy_price_is: age, spy_quoted: quoted, spy_change_percent: change }: StateFacts): string {
  if (spy === null) return ''
  if (age === 'last_close') return `SPY last closed at ${spy.toFixed(2)}.`
  const moved = change === null ? '' : `, ${trueSigned(change, 2)} % against the previous close`
  if (age === 'live') return `SPY stands at ${spy.toFixed(2)}${moved}.`
  return `SPY was last quoted on ${quoted} at ${spy.toFixed(2)}${moved}.`
}

function vixInWords({ vix, vix_price_is: age, vix_quoted: quoted }: StateFacts): string {
  if (vix === null) return ''
  return age === 'live' ? `VIX is at ${vix.toFixed(2)}.` : `VIX was last quoted on ${quoted} at ${vix.toFixed(2)}.`
}

/** Lines that could not be read must not be reported as calm. */
function linesInWords(wires: StateFacts['wires']): string {
  if (wires === null) return 'No watch-line could be read.'
  const crossed = wires.filter((wire) => wire.crossed).map(({ label }) => label)
  return crossed.length === 0 ? 'No watch-line is crossed.' : `Crossed lines: ${crossed.join('; ')}.`
}

function alertsInWords(alerts: StateFacts['alerts']): string {
  if (alerts === null) return 'Alerts were not read.'
  return alerts.length === 0 ? 'No alert is active.' : `Active alerts: ${alerts.map(({ kind }) => kind).join(', ')}.`
}

/** Names the kinds that lack an input, because their silence does not mean calm. */
function heldInWords(held: readonly string[]): string {
  if (held.length === 0) return ''
  return `${counted(held.length, 'alert kind')} ${held.length === 1 ? 'lacks' : 'lack'} an input: ${held.join(', ')}.`
}
