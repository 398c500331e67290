import type { RiskTrend } from '../../shared/domain/contract/drawdown-risk.ts'
import { standardDeviation } from '../maths/statistics.ts'
import { tenth } from './state-dimensions.ts'

const TREND_SESSIONS = 5
const USUAL_SESSIONS = 252
/** How many evenings back the trend of an evening looks. */
export const TREND_REACH = USUAL_SESSIONS + TREND_SESSIONS - 1
const USUAL_MIN = 60
const STEADY_SHARE = 0.25

/** The stated rate's change over five sessions against its usual size; null where too few rates are known. */
export function riskTrend(rates: readonly (number | null)[], at: number): RiskTrend | null {
  const change = (row: number) => {
    const [now, before] = [rates[row] ?? null, rates[row - TREND_SESSIONS] ?? null]
    return now === null || before === null ? null : 100 * (now - before)
  }
  const first = Math.max(0, at - USUAL_SESSIONS + 1)
  const changes = Array.from({ length: at - first + 1 }, (_, index) => change(first + index)).filter(
    (each) => each !== null,
  )
  const now = change(at)
  const usual = standardDeviation(changes)
  if (now === null || usual === null || changes.length < USUAL_MIN) return null
  const threshold = STEADY_SHARE * usual
  const direction = now > threshold ? 'worsening' : now < -threshold ? 'easing' : 'steady'
  return { direction, change_5d: tenth(now), threshold: tenth(threshold) }
}
