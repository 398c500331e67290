import { expect, test } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { placeboPools } from './placebo-pools.ts'
import { universeOf } from './universe.ts'

const FIRST = tradingDay('2026-01-05')
const days = Array.from({ length: 61 }, (_, at) => addSessions(FIRST, at).day)
const tickers = ['WILD2', 'CALM1', 'MIDDLE1', 'CALM2', 'WILD1', 'MIDDLE2']
/** The size of the moves up and down of each name, in the order of the names. */
const SWINGS = [0.06, 0.01, 0.03, 0.02, 0.05, 0.04]
const columns = SWINGS.map((swing) => ({
  close: Float64Array.from(days, (_, at) => (at % 2 === 0 ? 100 : 100 * (1 + swing))),
  range: null,
}))
const table = { days, tickers, columns, benchmark: columns[0]! }
const universe = universeOf(tickers.map((ticker) => ({ ticker, from: FIRST, until: null })))

test('the members of a session are divided into thirds by their deviation', () => {
  const pools = placeboPools(table, universe, new Map())
  expect(tickers.map((_, ticker) => pools.third(ticker, 60))).toEqual([2, 0, 1, 0, 2, 1])
  expect(pools.peers(0, 60)).toEqual([0, 4])
})

test('peers share the sector where it is known', () => {
  const pools = placeboPools(table, universe, new Map([['WILD1', 'Energy']]))
  expect(pools.peers(4, 60)).toEqual([4])
})

test('without sixty sessions before it no third is known', () => {
  const pools = placeboPools(table, universe, new Map())
  expect([pools.isMember(0, 59), pools.third(0, 59)]).toEqual([true, -1])
})
