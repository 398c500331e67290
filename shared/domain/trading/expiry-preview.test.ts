import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { expiriesThrough, previewExpiries } from './expiry-preview.ts'
import { optionContract } from './instrument.ts'
import type { HeldInstrument } from './ledger.ts'

const DOLLAR = 10_000
const [NEXT, LAST, LATER] = ['2026-11-27', '2026-12-18', '2027-01-15'] as const
const option = (
  quantity: number,
  right: 'call' | 'put',
  strike: number,
  day: string = NEXT,
  underlying = 'SPY',
): HeldInstrument => ({
  instrument: optionContract({ underlying, expiration: tradingDay(day), right, strike }),
  quantity,
  costE4: quantity * DOLLAR,
})
const shares = (quantity: number): HeldInstrument => ({ instrument: 'SPY', quantity, costE4: quantity * 500 * DOLLAR })
const preview = (cash: number, positions: HeldInstrument[], priceOf: (day: string) => number | null) =>
  previewExpiries({ cashE4: cash * DOLLAR, shorting: false, positions }, tradingDay(LATER), ({ expiration }) => {
    const price = priceOf(expiration)
    return price === null ? null : price * DOLLAR
  })

test('the expiries through a day are each day and underlying once, the earliest first and then by name', () => {
  const positions = [
    option(1, 'call', 600, LAST),
    option(1, 'call', 600),
    option(-1, 'put', 590),
    option(2, 'call', 500, NEXT, 'QQQ'),
    option(1, 'call', 600, LATER),
    option(0, 'call', 400, NEXT, 'IWM'),
    shares(5),
  ]
  expect(expiriesThrough(positions, tradingDay(LAST))).toEqual([
    { underlying: 'QQQ', expiration: NEXT },
    { underlying: 'SPY', expiration: NEXT },
    { underlying: 'SPY', expiration: LAST },
  ])
})

test('cash and shares from one expiry are available at the next', () => {
  const held = [option(1, 'call', 600), option(-1, 'call', 605, LAST), option(1, 'put', 300, LATER)]
  const all = preview(70_000, held, (day) => (day === LAST ? 620 : 610))
  expect(
    all.map(({ expiration, sharesBefore, sharesAfter, cashE4, cashAfterE4 }) => [
      expiration,
      sharesBefore,
      sharesAfter,
      cashE4 / DOLLAR,
      cashAfterE4 / DOLLAR,
    ]),
  ).toEqual([
    [NEXT, 0, 100, -60_000, 10_000],
    [LAST, 100, 0, 60_500, 70_500],
    [LATER, 0, 0, 0, 70_500],
  ])
  expect(all.map(({ settled }) => settled.map(({ outcome }) => outcome))).toEqual([
    ['option_exercised'],
    ['option_assigned'],
    ['option_expired'],
  ])
})

test('an expiry without an assumed price settles nothing, and the next one continues with what was held', () => {
  const held = [shares(100), option(-1, 'call', 605), option(-1, 'put', 600, LAST)]
  expect(preview(70_000, held, (day) => (day === NEXT ? null : 590))).toMatchObject([
    { priceE4: null, settled: [], cashE4: 0, sharesBefore: 100, sharesAfter: 100, cashAfterE4: 70_000 * DOLLAR },
    { priceE4: 590 * DOLLAR, sharesBefore: 100, sharesAfter: 200, cashAfterE4: 10_000 * DOLLAR },
  ])
})
