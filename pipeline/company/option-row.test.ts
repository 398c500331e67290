import { expect, test } from 'vitest'
import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { expiresAt } from '../gamma/time-to-expiry.ts'
import { OptionRow, optionRow } from './option-row.ts'

const DAY = tradingDay('2026-11-24')
const RATE = { rate: 0, source: 'none' }
/** This is ten minutes past the close, when the contracts of the day have settled. */
const QUOTED_AT = new Date('2026-11-24T21:10:00Z')

interface Quote {
  expiration: OptionContract['expiration']
  mid: number
}

/** A call and a put at the money with one price, so that the forward is the strike. */
const pairOf = ({ expiration, mid }: Quote): OptionContract[] =>
  (['call', 'put'] as const).map((right) => ({
    expiration,
    strike: 100,
    right,
    bid: mid - 0.01,
    ask: mid + 0.01,
    iv: null,
    openInterest: right === 'call' ? 30 : 7,
    volume: right === 'call' ? 2 : 5,
  }))

const chainOf = (quotes: readonly Quote[], quotedAt = QUOTED_AT): OptionChain => ({
  underlying: 'AAA',
  spot: 100,
  quotedAt,
  contracts: quotes.flatMap(pairOf),
})
const rowOf = (chain: OptionChain, nextReport: OptionRow['term'][number]['expiration'] | null = null) =>
  OptionRow.parse(optionRow(chain, { rate: RATE, nextReport }).row)
const inDays = (days: number, mid = 2): Quote => ({ expiration: addDays(DAY, days), mid })

test('days until an expiration are stated to a hundredth of a day', () => {
  // From 16:10 Eastern to 16:00 six days later: 6 days less 10 minutes, 5.9931 days.
  const { term } = rowOf(chainOf([inDays(6), inDays(14)]))
  expect(term.map(({ expiration, days }) => [expiration, days])).toEqual([
    [addDays(DAY, 6), 5.99],
    [addDays(DAY, 14), 13.99],
  ])
})

test('a straddle is the price of both sides, and the implied move is that over 0.8', () => {
  expect(rowOf(chainOf([inDays(14, 2)])).term[0]).toMatchObject({ straddle: 4, implied_move: 5 })
})

test('volume and open interest are summed over all expirations, by side', () => {
  expect(rowOf(chainOf([inDays(6), inDays(14), inDays(50)]))).toMatchObject({
    call_open_interest: 90,
    put_open_interest: 21,
    call_volume: 6,
    put_volume: 15,
    expirations: [6, 14, 50].map((days) => ({ expiration: addDays(DAY, days), open_interest: 37 })),
  })
})

test('an expiration within an hour of the quotes is left out of the term structure, a later one is not', () => {
  const end = expiresAt(DAY, 'pm').getTime()
  const before = (minutes: number) => rowOf(chainOf([inDays(0), inDays(14)], new Date(end - minutes * 60_000))).term
  expect(before(60).map(({ expiration }) => expiration)).toEqual([addDays(DAY, 14)])
  expect(before(61).map(({ days }) => days)).toEqual([0.04, 14.04])
})

test('the nearest twelve expirations are kept', () => {
  const { term } = rowOf(chainOf(Array.from({ length: 14 }, (_, at) => inDays(7 * (14 - at)))))
  expect(term.map(({ expiration }) => expiration)).toEqual(
    Array.from({ length: 12 }, (_, at) => addDays(DAY, 7 * at + 7)),
  )
})

test('figures have eight digits', () => {
  const { term, iv30 } = rowOf(chainOf([inDays(14, 2.123_456_789), inDays(50, 4)]))
  // The straddle of mids is 4.246913578; a move is a straddle over 0.8.
  expect(term[0]).toMatchObject({ straddle: 4.2469136, implied_move: 5.308642 })
  for (const value of [term[0]!.atm_iv!, iv30.value!]) expect(value).toBe(Number(value.toPrecision(8)))
})

test('a report is there if one is expected, and with a reason while its move is unknown', () => {
  const report = addDays(DAY, 20)
  expect(rowOf(chainOf([inDays(14)])).report).toBeNull()
  expect(rowOf(chainOf([inDays(14)]), report).report).toEqual({
    day: report,
    implied_move: null,
    level_without: null,
    how: null,
    reason: 'no expiration lies after the report',
  })
})
