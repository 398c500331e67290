import { expect, test } from 'vitest'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { DIRECTION_HORIZONS, type DirectionHorizon, LABELS } from '../grading/claim.ts'
import { claimGrader } from '../grading/grade-claim.ts'
import { pricePaths } from '../grading/price-paths.ts'
import { directionOdds } from './direction-odds.ts'

const FIRST = tradingDay('2026-01-05')
const EVENING = 119
const days = sessionsBetween(FIRST, addSessions(FIRST, EVENING + 5).day)
const closes = days.map((_day, at) => 600 + 40 * Math.sin(at / 7) + 3 * ((at * 7) % 5))

test('the odds of an evening are the base rates by which the graders judge a direction of that close', () => {
  const odds = directionOdds(closes.slice(0, EVENING + 1))!
  const bars = new Map([['SPY', new Map(days.map((day, at) => [day, closes[at]!]))]])
  const grade = claimGrader(pricePaths(bars, 'a test', days.at(-1)!), new Date('2027-01-01'))
  for (const horizon of Object.keys(DIRECTION_HORIZONS) as DirectionHorizon[]) {
    for (const label of LABELS) {
      const graded = grade({ kind: 'direction', as_of: days[EVENING]!, horizon, label, confidence: 3 })
      expect(graded).toMatchObject({ base: expect.closeTo(odds[horizon].rival[label], 7) })
    }
  }
})

test('a move is sideways below the stated share, which is a quarter of the deviation of 60 moves', () => {
  const calm = Array.from({ length: 82 }, (_, at) => (at % 2 === 0 ? 100 : 101))
  const below = directionOdds(calm)!['1d'].sideways_below_pct
  expect(below).toBeCloseTo(0.25, 2)
  expect(directionOdds(calm)!['5d'].sideways_below_pct / below).toBeCloseTo(Math.sqrt(5), 6)
})

test('too few closes have no odds', () => {
  expect(directionOdds(closes.slice(0, 60))).toBeNull()
})
