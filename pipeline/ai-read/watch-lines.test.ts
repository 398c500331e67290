import { expect, it } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { spy50dma } from '../tripwires/spy.ts'
import { vixTermInversion } from '../tripwires/volatility.ts'
import { usualMoves, watchLines } from './watch-lines.ts'

const FIRST = tradingDay('2026-08-03')
const daily = (valueAt: (at: number) => number) =>
  Array.from({ length: 61 }, (_, at) => ({ day: addDays(FIRST, at), value: valueAt(at) }))
const swing = (at: number) => (at % 2 === 0 ? 1 : -1)

/** VIX3M follows VIX, so the ratio moves far less than VIX. */
const vix = (at: number) => 15 + 0.75 * swing(at)
const series = {
  spy_close: daily((at) => 600 + 3 * swing(at)),
  vix_close: daily(vix),
  vix3m_close: daily((at) => vix(at) / (0.85 + 0.005 * swing(at))),
}
const inputs = { day: addDays(FIRST, 60), series } as unknown as EveningInputs

it('the usual move of a ratio is that of the ratio itself, of the days that both series have', () => {
  const { vix_ratio: ratio, vix_level: level } = usualMoves(inputs)
  expect(ratio).toBeCloseTo(0.01, 3)
  expect(level).toBeCloseTo(1.5, 1)
  const short = { ...inputs, series: { ...series, vix3m_close: series.vix3m_close.slice(0, 15) } }
  expect(usualMoves(short as unknown as EveningInputs).vix_ratio).toBeUndefined()
})

it('the nearest line is the one that the fewest usual moves of what it watches reach', () => {
  const observedAt = new Date('2026-11-27T17:45:00Z')
  const read = [
    { wire: vixTermInversion, value: 0.85, level: 1, observedAt },
    { wire: spy50dma, value: 600, level: 580, observedAt },
  ]
  const [nearest] = watchLines(read, usualMoves(inputs))
  expect(nearest!.text).toBe(`${spy50dma.label}, last 600.00 (Fri 27 Nov 2026, 12:45 ET)`)
})
