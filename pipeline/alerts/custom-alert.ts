import { type AlertEvent, type AlertState, NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { CustomDefinition, MetricReading } from '../../shared/domain/contract/custom-alert.ts'
import { DAILY_METRICS, STATE_METRICS } from '../../shared/domain/contract/metrics.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { type AlertReading, atOrAbove, atOrBelow, type Judgement, missing, type Observed } from './alert.ts'
import { reduceAlert } from './reduce-alert.ts'

const METRICS = [...DAILY_METRICS, ...STATE_METRICS]
const MINUTE_MS = 60_000

/** A name of the catalogue, or an alias of one; null for an unknown name. */
export function metricNamed(name: string): (typeof METRICS)[number] | null {
  const wanted = name.trim().toLowerCase()
  return METRICS.find(({ metric, aliases }) => metric === wanted || aliases.some((alias) => alias === wanted)) ?? null
}

const figure = (value: number): string => String(Number(value.toPrecision(6)))

function readingOf(
  definition: CustomDefinition,
  { value, observedAt, reason, input }: MetricReading,
  at: Date,
): AlertReading {
  const { metric, comparison, fireAt, clearAt, holdMinutes } = definition
  const { label, unit } = metricNamed(metric) ?? { label: metric, unit: '' }
  const compare = comparison === 'at_or_above' ? atOrAbove : atOrBelow
  const inputs: Observed['inputs'] = input ? [input] : []
  const change = null
  if (value === null) {
    const why = reason ?? `${label} has no reading`
    if (definition.missing === 'hold') return missing(why)
    // A missing value is an observation of this instant: there is no newer one.
    const ends = { fires: definition.missing === 'fire', clears: definition.missing === 'clear' }
    const words = {
      statement: `${label} has no reading (${why})`,
      firesWhen: 'which fires it',
      clearsWhen: 'which clears it',
    }
    const lines = { value: null, fireLine: fireAt, clearLine: clearAt }
    return { status: 'observed', observedAt: at, unit, change, inputs, ...lines, ...ends, ...words }
  }
  const crossing = compare(value, { fire: fireAt, clear: clearAt }, unit)
  const held = holdMinutes > 0 ? ` for ${counted(holdMinutes, 'minute')}` : ''
  return {
    status: 'observed',
    observedAt,
    unit,
    change,
    inputs,
    statement: `${label} ${figure(value)}${unit === '' ? '' : ` ${unit}`}`,
    ...crossing,
    firesWhen: `${crossing.firesWhen}${held}`,
  }
}

/** A feed stamps the open with its minute and later quotes a second before theirs, so a span may fall short by this. */
const STAMP_MS = 5_000

/** The mark keeps since when the condition has held. */
const heldFor =
  (holdMinutes: number) =>
  (reading: Observed, { mark }: AlertState): Judgement => {
    if (!reading.fires) return { fires: false, clears: reading.clears }
    const since = mark === null ? reading.observedAt : new Date(mark)
    const fires = reading.observedAt.getTime() - since.getTime() >= holdMinutes * MINUTE_MS - STAMP_MS
    return { fires, clears: false, mark: since.toISOString() }
  }

/** Takes a custom alert through one evaluation, by the reducer of the built-in kinds. */
export function evaluateCustom(
  { alertId, definition }: { alertId: string; definition: CustomDefinition },
  state: AlertState,
  { at, reading }: { at: Date; reading: MetricReading },
) {
  const rule = { id: alertId, severity: definition.severity, judge: heldFor(definition.holdMinutes) }
  return reduceAlert(rule, state, { at, reading: readingOf(definition, reading, at) })
}

export interface RehearsedFire {
  firedAt: Date
  clearedAt: Date | null
  value: number | null
}

/** Runs a definition over past observations, oldest first. */
export function rehearse(
  definition: CustomDefinition,
  observations: readonly { at: Date; reading: MetricReading }[],
): RehearsedFire[] {
  let state = NEVER_EVALUATED
  const events: AlertEvent[] = []
  for (const observation of observations) {
    const reduced = evaluateCustom({ alertId: 'CUSTOM_0', definition }, state, observation)
    state = reduced.state
    events.push(...reduced.events)
  }
  return events.flatMap((event, place) => {
    if (event.type !== 'fired') return []
    const end = events.slice(place + 1).find(({ type, episode }) => type === 'cleared' && episode === event.episode)
    return [{ firedAt: event.at, clearedAt: end?.at ?? null, value: event.evidence.value }]
  })
}
