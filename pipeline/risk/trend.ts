import type { RiskTrend } from '../../shared/domain/contract/drawdown-risk.ts'
import { standardDeviation } from '../maths/statistics.ts'
import { composite, type Space } from './fit.ts'
import { tenth } from './state-dimensions.ts'

const TREND_SESSIONS = 5
const USUAL_SESSIONS = 252
const USUAL_MIN = 60
const STEADY_SHARE = 0.5

/** The composite's change over five sessions, all by the same refit; null where one of them lacks a dimension. */
export function riskTrend(space: Space, at: number): RiskTrend | null {
  const change = (row: number) => composite(space, row) - composite(space, row - TREND_SESSIONS)
  const first = Math.max(TREND_SESSIONS, at - USUAL_SESSIONS + 1)
  const changes = Array.from({ length: Math.max(0, at - first + 1) }, (_, index) => change(first + index))
  const now = changes.at(-1)
  const usual = standardDeviation(changes.filter((each) => !Number.isNaN(each)))
  if (now === undefined || Number.isNaN(now) || usual === null || changes.length < USUAL_MIN) return null
  const threshold = STEADY_SHARE * usual
  const direction = now > threshold ? 'worsening' : now < -threshold ? 'easing' : 'steady'
  return { direction, change_5d: tenth(now), threshold: tenth(threshold) }
}
