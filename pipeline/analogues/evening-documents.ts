import { BASE_RATES_KEY, CALIBRATION_KEY, SESSIONS_KEY } from '../../shared/domain/contract/base-rates.ts'
import type { EngineMetricHistory } from '../../shared/domain/contract/condition.ts'
import { DRAWDOWN_RISK_HISTORY_KEY, DRAWDOWN_RISK_KEY } from '../../shared/domain/contract/drawdown-risk.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { drawdownRisk, drawdownRiskHistory } from '../risk/drawdown-risk.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { walkFalls } from '../risk/falls.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE } from '../risk/outcomes.ts'
import { spacesOf } from '../risk/spaces.ts'
import { STATE_SESSIONS, stateHistory, stateSeries, WARM_UP_SESSIONS } from '../risk/state-history.ts'

import { baseRates, calibration } from './base-rates.ts'
import { sessionTable, tableSeries } from './session-table.ts'
import { claimsOf, walkAnalogues } from './walk-analogues.ts'

export const eveningSeries: readonly SeriesId[] = [...new Set([...stateSeries, ...tableSeries])]
export const EVENING_SESSIONS = STATE_SESSIONS + WARM_UP_SESSIONS

/** The documents learned from the past once a session: risk, analogues, and how well each has done. */
export function eveningDocuments(
  inputs: EveningInputs,
  dailyRows: readonly EngineMetricHistory[],
): { key: string; value: object }[] {
  const state = stateHistory(inputs)
  const spaces = spacesOf(state, DRAWDOWN_SESSIONS)
  const risk = { walk: walkFalls(state), spaces }
  const analogues = walkAnalogues(state, claimsOf(state, DRAWDOWN_SHARE), spaces)
  return [
    { key: DRAWDOWN_RISK_KEY, value: drawdownRisk(inputs, state, risk) },
    { key: DRAWDOWN_RISK_HISTORY_KEY, value: drawdownRiskHistory(inputs, state, risk) },
    { key: BASE_RATES_KEY, value: baseRates(inputs, state, analogues, spaces) },
    { key: CALIBRATION_KEY, value: calibration(inputs, state, analogues) },
    { key: SESSIONS_KEY, value: sessionTable(inputs, state, dailyRows) },
  ]
}
