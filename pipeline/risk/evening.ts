import type { AgedInput } from '../../shared/domain/contract/aged-input.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { TRAINING_SESSIONS_MIN } from './fit.ts'
import { DRAWDOWN_SESSIONS } from './outcomes.ts'
import type { StateHistory } from './state-history.ts'

export const RISK_RULES_VERSION = '2026.11-3'
const SCHEMA_VERSION = '2026.11'

/** Closes and the series known with them, without quotes of the day. */
export type EveningInputs = Pick<MarketInputs, 'cutoff' | 'day' | 'series'>

/** The head of every evening document. */
export function eveningHead({ cutoff }: EveningInputs, { days }: StateHistory) {
  return {
    schema_version: SCHEMA_VERSION,
    rules_version: RISK_RULES_VERSION,
    as_of: easternExact(cutoff),
    trade_date: days.at(-1) ?? null,
  }
}

export const READY = { status: 'ready', reason: null, have: null, need: null } as const

/** Returns why there is no statement yet. */
export function notReady({ days }: StateHistory) {
  const need = TRAINING_SESSIONS_MIN + DRAWDOWN_SESSIONS
  const thisYear = days.findIndex((day) => day.slice(0, 4) === days.at(-1)?.slice(0, 4))
  const have = Math.max(0, thisYear)
  const reason =
    days.length === 0
      ? 'no close of SPY is known yet'
      : have < need
        ? `the annual refit needs ${need} sessions before its year, ${have} are known`
        : 'fewer than three dimensions of the state have enough history'
  return { status: 'not_ready', reason, have, need } as const
}

/** The newest observation of each series that a state rests on, with its age. */
export function inputsOf(inputs: EveningInputs, state: StateHistory): AgedInput[] {
  const whole: MarketInputs = { ...inputs, quotes: {}, chain: null, missing: [], degraded: [] }
  const ids = state.columns.flatMap(({ series, dimension: { beside } }) => (beside ? [series, beside] : [series]))
  const readings = [...new Set<SeriesId>(['spy_close', ...ids])].flatMap((id) => {
    const view = dailyView(whole, id)
    return isAbsent(view) ? [] : [view.input]
  })
  return agedInputs(readings, inputs)
}
