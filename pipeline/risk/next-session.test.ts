import { describe, expect, it } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { nearIndex, nextMoves, nextSessionCoverage, nextSessions } from './next-session.ts'

const YEAR = 252
const STEP = 0.0001

/** Closes that move by 0.01 %, 0.02 % … of a percent, up and down in turn, as many times as there are sessions. */
function closesOf(sessions: number, first = 1): number[] {
  const closes = [400]
  for (let move = 0; move < sessions; move++)
    closes.push(closes.at(-1)! * (1 + (move % 2 === 0 ? 1 : -1) * (first + move) * STEP))
  return closes
}

const point = (day: string, value: number) => ({ day: tradingDay(day), value }) as never

describe('the next session', () => {
  const closes = closesOf(YEAR)
  const constant = new Float64Array(YEAR + 1).fill(16)

  it('has the move that two thirds and the band that four fifths of a year of moves stayed within', () => {
    const last = nextSessions(closes, constant)(YEAR)!
    // Interpolated between the 252 moves of 1 to 252 steps: 1 + 251 x share.
    expect(last.movePct).toBeCloseTo(100 * STEP * (1 + 251 * 0.6827), 9)
    const half = STEP * (1 + 251 * 0.8)
    expect([last.low, last.high]).toEqual([
      expect.closeTo(closes[YEAR]! * (1 - half), 9),
      expect.closeTo(closes[YEAR]! * (1 + half), 9),
    ])
  })

  it('moves by twice as much at twice the index', () => {
    const doubled = nextSessions(closes, constant.with(YEAR, 32))(YEAR)!
    expect(doubled.movePct).toBeCloseTo(2 * 100 * STEP * (1 + 251 * 0.6827), 9)
  })

  it('needs a year of moves that are over, and the index of the day', () => {
    expect(nextSessions(closes, constant)(YEAR - 1)).toBeNull()
    expect(nextSessions(closes, constant.with(YEAR, Number.NaN))(YEAR)).toBeNull()
    expect(nextSessions(closes, constant.with(7, Number.NaN))(YEAR)).toBeNull()
  })
})

it('moves have a size and no direction, and the last close has none yet', () => {
  expect([...nextMoves([100, 110, 99])]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.1, 12), Number.NaN])
})

it('VIX9D is read for the next session, and VIX where VIX9D is missing', () => {
  const days = ['2026-11-19', '2026-11-20'].map(tradingDay)
  const closes = { days, closes: [1, 1], vix: Float64Array.of(16, 17) }
  expect([...nearIndex(closes, { vix9d_close: [point('2026-11-20', 15)] })]).toEqual([16, 15])
  expect([...nearIndex(closes, {})]).toEqual([16, 17])
})

it('the coverage counts the evenings that had a band and a next close, on either side of it', () => {
  const year = closesOf(YEAR)
  // The band is about 2 % wide to either side: three of the four next closes lie within it, and the third does not.
  const closes = [...year]
  for (const change of [1.015, 0.985, 1.05, 1.01]) closes.push(closes.at(-1)! * change)
  const days = closes.map((_close, index) => tradingDay(`20${String(10 + (index % 80)).padStart(2, '0')}-01-02`))
  const history = { days, closes, vix: new Float64Array(closes.length).fill(16) }
  expect(nextSessionCoverage(history, {})).toEqual({ n: 4, share: 0.75 })
  expect(nextSessionCoverage({ ...history, closes: year }, {})).toEqual({ n: 0, share: 0 })
})
