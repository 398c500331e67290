import { DRAWDOWN_SHARE } from '../../pipeline/risk/outcomes.ts'
import { isoWeek } from '../../shared/time/trading-day.ts'
import type { FallJudgement } from './judge-falls.ts'
import { linePicture } from './line-picture.ts'

const FALL_COLOR = '#f8d2c8'

/** Draws the stated rate and the base rate weekly, like the other pictures. */
export function fallsPicture({ state: { days }, walk: { readings, falls } }: FallJudgement): string {
  const first = readings.findIndex((each) => each !== null)
  const weeks = days.flatMap((day, at) => {
    const next = days[at + 1]
    return at >= first && (!next || isoWeek(next) !== isoWeek(day)) ? [at] : []
  })
  const percent = (share: number | undefined) => (share === undefined ? null : 100 * share)
  return linePicture({
    title: 'Stated rate of a fall of 4 %, weekly; paper red where one followed within 20 sessions',
    dates: weeks.map((at) => days[at]!),
    bands: weeks.map((at) => (falls[at]! >= DRAWDOWN_SHARE ? FALL_COLOR : null)),
    lines: [
      { name: 'stated', color: '#1f4e9c', values: weeks.map((at) => percent(readings[at]?.rate)) },
      { name: 'base rate', color: '#9c1f3c', values: weeks.map((at) => percent(readings[at]?.baseRate)) },
    ],
    min: 0,
    max: 100,
  })
}
