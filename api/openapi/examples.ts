import { readFileSync } from 'node:fs'
import type { BaseRates, Calibration } from '../../shared/domain/contract/base-rates.ts'
import type { DrawdownRisk } from '../../shared/domain/contract/drawdown-risk.ts'
import type { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import type { GammaDocument } from '../../shared/domain/contract/gamma.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { HistoryRow } from '../signals/signals-history-view.ts'

const read = (name: string): string => readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8')

/** What the pipeline wrote for one cycle, as files: the documented examples are real answers, not sketches of them. */
export const EXAMPLE_REPORT = read('report.md')
export const EXAMPLE_SNAPSHOT = JSON.parse(read('signals-latest.json')) as SignalsSnapshot
export const EXAMPLE_GAMMA = JSON.parse(read('signals-gamma.json')) as GammaDocument
export const EXAMPLE_SESSIONS = JSON.parse(read('history.json')) as (Omit<HistoryRow, 'as_of'> & { as_of: string })[]
export const EXAMPLE_FED_WATCH = JSON.parse(read('fedwatch.json')) as FedWatch
export const EXAMPLE_FRAGILITY: unknown = JSON.parse(read('fragility.json'))
export const EXAMPLE_BREAKDOWN: unknown = JSON.parse(read('breakdown.json'))
export const EXAMPLE_ALIGNMENT: unknown = JSON.parse(read('alignment.json'))
export const EXAMPLE_CASCADE: unknown = JSON.parse(read('cascade.json'))
export const EXAMPLE_SENTIMENT_COMPARISON: unknown = JSON.parse(read('sentiment-comparison.json'))
export const EXAMPLE_METRICS_LATEST: unknown = JSON.parse(read('metrics-latest.json'))
export const EXAMPLE_VELOCITY: unknown = JSON.parse(read('velocity.json'))
export const EXAMPLE_DIFF: unknown = JSON.parse(read('diff.json'))
export const EXAMPLE_DRAWDOWN_RISK = JSON.parse(read('drawdown-risk.json')) as DrawdownRisk
export const EXAMPLE_DRAWDOWN_RISK_HISTORY: unknown = JSON.parse(read('drawdown-risk-history.json'))
export const EXAMPLE_BASE_RATES = JSON.parse(read('base-rates.json')) as BaseRates
export const EXAMPLE_CALIBRATION = JSON.parse(read('base-rates-calibration.json')) as Calibration
export const EXAMPLE_COMPARISON: unknown = JSON.parse(read('base-rates-compare.json'))
export const EXAMPLE_FRONT_EXPIRY: unknown = JSON.parse(read('front-expiry.json'))
export const EXAMPLE_GAMMA_RAIL: unknown = JSON.parse(read('gamma-rail.json'))
export const EXAMPLE_AI_CAPITAL_CYCLE: unknown = JSON.parse(read('ai-capital-cycle.json'))
