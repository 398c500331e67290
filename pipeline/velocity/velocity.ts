import { DAILY_METRICS } from '../../shared/domain/contract/metrics.ts'
import type { SignalVelocity, Velocity } from '../../shared/domain/contract/velocity.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { LAST_THREE_YEARS, LAST_YEAR } from '../inputs/own-percentile.ts'
import { shown } from '../maths/shown.ts'
import { RULES_VERSION } from '../score/score.ts'
import { type ComponentReading, readComponents } from '../signals/read-components.ts'
import { velocitySpan } from './velocity-span.ts'

const SPANS = [1, 5] as const
/** Below this number of usual moves a move is ordinary. */
const UNUSUAL_Z = 2

/** Returns how far each signal has moved, in units of its usual move. */
export function velocity(inputs: MarketInputs): Velocity {
  const signals = readComponents(inputs).map((each) => signalVelocity(each, inputs))
  const fastest = signals
    .flatMap((signal) => {
      const own = speed(signal)
      return own === null ? [] : [{ signal, own }]
    })
    .sort((a, b) => b.own - a.own)
    .map(({ signal }) => signal)
  return {
    schema_version: '2026.11',
    rules_version: RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    window: LAST_YEAR.observations,
    n: signals.filter(({ value }) => value !== null).length,
    fastest: fastest.map(({ key }) => key),
    sentence: sentence(fastest),
    signals,
    reason: null,
  }
}

/** The size of the newest one-step move; null where it cannot be measured. */
function speed({ changes }: SignalVelocity): number | null {
  const z = changes.find(({ steps }) => steps === 1)?.z ?? null
  return z === null ? null : Math.abs(z)
}

function signalVelocity({ component, reading }: ComponentReading, inputs: MarketInputs): SignalVelocity {
  const { key, name, max, weeksMax } = component
  const unit = DAILY_METRICS.find(({ metric }) => metric === (key === 'vix' ? 'vix_close' : key))?.unit ?? ''
  const step = weeksMax ? 'week' : 'session'
  const words = { key, name, unit, step } as const
  if (reading.status === 'not_ready') {
    return { ...words, value: null, display: 'n/a', changes: [], inputs: [], reason: reading.reason }
  }
  const window = weeksMax ? LAST_THREE_YEARS : LAST_YEAR
  return {
    ...words,
    value: shown(reading.value),
    display: reading.display,
    changes: SPANS.flatMap((steps) => velocitySpan(reading, { steps, window, max }) ?? []),
    inputs: agedInputs(reading.inputs, inputs),
    reason: null,
  }
}

function sentence(fastest: readonly SignalVelocity[]): string {
  const unusual = fastest.filter((signal) => (speed(signal) ?? 0) >= UNUSUAL_Z)
  if (fastest.length === 0) return 'No signal has enough history to measure how fast it moves.'
  const among = `of ${fastest.length} signals that can be measured`
  if (unusual.length === 0)
    return `Nothing moves unusually: ${among}, none has moved by ${UNUSUAL_Z} or more usual moves.`
  const named = unusual.map(({ name, step, changes: [one] }) => {
    const moved = `${(one?.z ?? 0) > 0 ? '+' : ''}${(one?.z ?? 0).toFixed(1)}`
    const health = one?.health === 'unchanged' ? 'its points unchanged' : one?.health
    return `${name} ${moved} usual ${step === 'week' ? 'weekly' : 'daily'} moves (${health})`
  })
  return `${unusual.length} ${among} move${unusual.length === 1 ? 's' : ''} unusually: ${named.join(', ')}.`
}
