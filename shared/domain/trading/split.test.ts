import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { tradingDay } from '../../time/trading-day.ts'
import type { Split } from './corporate-action.ts'
import { type HeldInstrument, isCash } from './ledger.ts'
import { sharesThrough, splitHoldings } from './split.ts'

const split = (newShares: number, oldShares: number, fractionPrice: number | null = null): Split => ({
  id: 1,
  kind: 'split',
  symbol: 'NVDA',
  exDate: tradingDay('2026-11-23'),
  source: 'test',
  newShares,
  oldShares,
  fractionPriceE4: fractionPrice === null ? null : Math.round(fractionPrice * 10_000),
})
const held = (instrument: string, quantity: number, costE4: number): HeldInstrument => ({
  instrument,
  quantity,
  costE4,
})

function after(before: HeldInstrument[], by: Split) {
  const { postings, cashE4 } = splitHoldings(before, by)
  const left = new Map(before.map((each) => [each.instrument, { quantity: each.quantity, costE4: each.costE4 }]))
  for (const line of postings) {
    if (isCash(line) || line.book !== 'account') continue
    const was = left.get(line.instrument) ?? { quantity: 0, costE4: 0 }
    left.set(line.instrument, { quantity: was.quantity + line.quantity, costE4: was.costE4 + (line.costE4 ?? 0) })
  }
  return { cashE4, left: Object.fromEntries([...left].filter(([, { quantity }]) => quantity !== 0)) }
}

test('ten for one multiplies shares and contracts, divides strikes and keeps the basis; other holdings stay', () =>
  expect(
    after(
      [
        held('NVDA', 7, 7_000),
        held('NVDA261218C01205000', -2, -400),
        held('NVDA261120C01205000', 1, 100),
        held('SPY', 5, 100),
      ],
      split(10, 1),
    ),
  ).toEqual({
    cashE4: 0,
    left: {
      NVDA: { quantity: 70, costE4: 7_000 },
      NVDA261218C00120500: { quantity: -20, costE4: -400 },
      NVDA261120C01205000: { quantity: 1, costE4: 100 },
      SPY: { quantity: 5, costE4: 100 },
    },
  }))

test('three for two pays half a share in cash, with its part of the basis', () =>
  expect(after([held('NVDA', 101, 30_300)], split(3, 2, 80))).toEqual({
    cashE4: 400_000,
    left: { NVDA: { quantity: 151, costE4: 30_200 } },
  }))

test('one for ten charges a short account for the remaining fraction', () =>
  expect(after([held('NVDA', -25, -25_000)], split(1, 10, 100))).toEqual({
    cashE4: -500_000,
    left: { NVDA: { quantity: -2, costE4: -20_000 } },
  }))

test('fewer shares than one new share are paid out entirely', () =>
  expect(after([held('NVDA', 4, 4_000)], split(1, 10, 100))).toEqual({ cashE4: 400_000, left: {} }))

test('contracts that the ratio cannot express are paid their payoff at the price of the split', () =>
  expect(
    after([held('NVDA261218C00008000', 1, 900), held('NVDA261218P00008000', -1, -900)], split(1, 10, 100)),
  ).toEqual({ cashE4: 2_000_000, left: {} }))

test('postings sum to zero, basis is lost only with what is paid out, and signs stay', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000, max: 5_000 }).filter((each) => each !== 0),
      fc.nat({ max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (quantity, cost, newShares, oldShares) => {
        fc.pre(newShares !== oldShares)
        const before = held('NVDA', quantity, Math.sign(quantity) * cost || 0)
        const by = split(newShares, oldShares, 50)
        const { postings } = splitHoldings([before], by)
        const cash = postings.filter(isCash).reduce((sum, { amountE4 }) => sum + amountE4, 0)
        const moved = postings.reduce((sum, line) => sum + (isCash(line) ? 0 : line.quantity), 0)
        expect([cash, moved]).toEqual([0, 0])
        const { left, cashE4 } = after([before], by)
        const now = left.NVDA ?? { quantity: 0, costE4: 0 }
        expect(Math.sign(now.quantity) * Math.sign(quantity)).toBeGreaterThanOrEqual(0)
        expect(now.costE4 === 0 || Math.sign(now.costE4) === Math.sign(now.quantity)).toBe(true)
        const worth = (quantity * newShares * 500_000) / oldShares
        expect(Math.abs(now.quantity * 500_000 + cashE4 - worth)).toBeLessThan(1)
      },
    ),
    { numRuns: runs(1_000) },
  ))

const NEW_CALL = 'NVDA261218C00060000'
const OLD_CALL = 'NVDA261218C00120000'

test('a late split does not bring back contracts that were sold, and splits only what remains', () => {
  const record = [held(OLD_CALL, 4, 400)]
  const late = (quantity: number, costE4: number) =>
    splitHoldings(record, split(2, 1), [held(OLD_CALL, quantity, costE4)])
  for (const effect of [late(0, 0), late(-3, -30)]) {
    expect(effect.postings).toEqual([])
    expect(effect.holdings).toMatchObject([{ quantity: 0, gone: 4, became: null, cashE4: 0 }])
  }
  expect(late(1, 100).holdings).toMatchObject([{ quantity: 1, gone: 3, became: NEW_CALL, became_quantity: 2 }])
  // Three more of the old name, bought since, are already contracts on new shares.
  expect(late(7, 700).holdings).toMatchObject([{ quantity: 4, became: NEW_CALL, became_quantity: 8 }])
})

test('a late split names shares traded since, and those that were sold too many', () => {
  const late = (was: number, now: number) =>
    splitHoldings([held('NVDA', was, was)], split(2, 1), [held('NVDA', now, now)]).holdings[0]
  expect(late(10, 10)).not.toHaveProperty('reason')
  expect(late(10, 4)).toMatchObject({
    became_quantity: 20,
    now_held: 14,
    reason: 'traded before the split was applied',
  })
  expect(late(10, -15)).toMatchObject({
    now_held: -5,
    reason: 'traded before the split was applied: short because too many shares were sold',
  })
  expect(late(10, -10)).toMatchObject({ now_held: 0, reason: 'traded before the split was applied' })
  expect(late(-10, -15)).toMatchObject({ now_held: -25, reason: 'traded before the split was applied' })
})

test('a late split keeps the sign of each basis, and allows a short position only where there is one', () => {
  const side = fc.integer({ min: -2_000, max: 2_000 })
  const cost = fc.nat({ max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.record({ was: side, now: side, cost }),
      fc.record({ was: side, now: side, cost }),
      fc.record({ now: side, cost }),
      fc.constantFrom<[number, number]>([2, 1], [10, 1], [3, 2], [1, 8], [1, 1_000]),
      (stock, option, made, [newShares, oldShares]) => {
        const on = (name: string, quantity: number, costE4: number) =>
          held(name, quantity, Math.sign(quantity) * costE4 || 0)
        const record = [on('NVDA', stock.was, stock.cost), on(OLD_CALL, option.was, option.cost)]
        const now = [
          on('NVDA', stock.now, 7 * stock.cost),
          on(OLD_CALL, option.now, option.cost),
          on(NEW_CALL, made.now, made.cost),
        ]
        const { postings } = splitHoldings(record, split(newShares, oldShares, 50), now)
        for (const { instrument, quantity, costE4 } of now) {
          const lines = postings.flatMap((line) => (isCash(line) || line.instrument !== instrument ? [] : [line]))
          const own = lines.filter(({ book }) => book === 'account')
          if (own.length === 0) continue
          const left = own.reduce((sum, line) => sum + line.quantity, quantity)
          const basis = own.reduce((sum, line) => sum + (line.costE4 ?? 0), costE4)
          expect(basis === 0 || Math.sign(basis) === Math.sign(left)).toBe(true)
          expect(own.every(({ mayBeShort }) => mayBeShort === left < 0)).toBe(true)
          expect(lines.reduce((sum, line) => sum + line.quantity, 0)).toBe(0)
        }
      },
    ),
    { numRuns: runs(2_000) },
  )
})

const cashOf = (before: HeldInstrument[], by: Split) =>
  splitHoldings(before, by).postings.flatMap((line) => (isCash(line) ? [[line.book, line.amountE4]] : []))

test('the report names what each holding became and its cash, which the postings pay', () => {
  const shares = held('NVDA', 101, 30_300)
  const call = held('NVDA261218C00100000', 2, 900)
  expect(splitHoldings([shares, call], split(3, 2, 80)).holdings).toEqual([
    { instrument: 'NVDA', quantity: 101, became: 'NVDA', became_quantity: 151, cashE4: 400_000 },
    { instrument: 'NVDA261218C00100000', quantity: 2, became: null, became_quantity: 0, cashE4: 40_000_000 },
  ])
  expect(cashOf([shares], split(3, 2, 80))).toEqual([
    ['account', 400_000],
    ['house', -400_000],
  ])
  expect(splitHoldings([held('NVDA', 4, 4_000)], split(1, 10, 100)).holdings).toEqual([
    { instrument: 'NVDA', quantity: 4, became: null, became_quantity: 0, cashE4: 400_000 },
  ])
})

test('contracts are paid at the price of an old share: that of a new one times the new shares for each old one', () =>
  // 80.0001 x 3 / 2 is 120.00015, which is 20.0002 beyond the strike to the nearest amount of money.
  expect(after([held('NVDA261218C00100000', 1, 900)], split(3, 2, 80.0001))).toEqual({ cashE4: 20_000_200, left: {} }))

test('contracts that expire on the day of the split are split, and those of the day before are not', () =>
  expect(after([held('NVDA261123C00120000', 1, 100), held('NVDA261122C00120000', 1, 100)], split(2, 1)).left).toEqual({
    NVDA261123C00060000: { quantity: 2, costE4: 100 },
    NVDA261122C00120000: { quantity: 1, costE4: 100 },
  }))

test('a holding keeps the basis of the shares it keeps, also where only one is left or their number stays', () => {
  expect(after([held('NVDA', 15, 15_000)], split(1, 10, 100))).toEqual({
    cashE4: 500_000,
    left: { NVDA: { quantity: 1, costE4: 10_000 } },
  })
  expect(after([held('NVDA', 1, 400)], split(4, 3, 75))).toEqual({
    cashE4: 250_000,
    left: { NVDA: { quantity: 1, costE4: 300 } },
  })
  expect(splitHoldings([held('NVDA', 1, 0)], split(4, 3, 75)).postings.every(isCash)).toBe(true)
})

test('a fraction without a price is paid nothing, and nothing held is no holding', () => {
  expect(after([held('NVDA', 101, 30_300)], split(3, 2)).cashE4).toBe(0)
  expect(splitHoldings([held('NVDA', 0, 0)], split(2, 1))).toEqual({ holdings: [], postings: [], cashE4: 0 })
})

test('a late split moves the basis of the contracts it splits, and leaves that of those bought since', () => {
  const { postings } = splitHoldings([held(OLD_CALL, 4, 400)], split(2, 1), [held(OLD_CALL, 7, 700)])
  const own = postings.flatMap((line) =>
    isCash(line) || line.book !== 'account' ? [] : [[line.instrument, line.quantity, line.costE4]],
  )
  expect(own).toEqual([
    [OLD_CALL, -4, -400],
    [NEW_CALL, 8, 400],
  ])
})

test('a late split adds to a holding that was sold, and reports what was bought in addition to a holding that is paid out', () => {
  expect(splitHoldings([held('NVDA', 10, 100)], split(2, 1), []).holdings).toMatchObject([
    { became_quantity: 20, now_held: 10 },
  ])
  expect(splitHoldings([held(OLD_CALL, 4, 400)], split(2, 1), []).holdings).toMatchObject([
    { quantity: 0, gone: 4, became: null, became_quantity: 0 },
  ])
  const paidOut = splitHoldings([held('NVDA', 4, 4_000)], split(1, 10, 100), [held('NVDA', 6, 6_000)])
  expect(paidOut.holdings).toMatchObject([{ became: null, now_held: 2, reason: 'traded before the split was applied' }])
  expect(splitHoldings([held('NVDA', 1, 1)], split(2, 1), [held('NVDA', -3, -3)]).holdings).toMatchObject([
    { now_held: -2, reason: 'traded before the split was applied: short because too many shares were sold' },
  ])
})

test('a share becomes as many as all splits of its symbol give after a day and through another', () => {
  const on = (exDate: string, newShares: number, oldShares: number, symbol = 'NVDA') => ({
    symbol,
    exDate: tradingDay(exDate),
    newShares,
    oldShares,
  })
  const splits = [on('2026-11-20', 7, 1), on('2026-11-23', 4, 1), on('2026-11-24', 3, 2), on('2026-11-24', 5, 1, 'SPY')]
  const shares = (after: string, through: string) =>
    sharesThrough(splits, { symbol: 'NVDA', after: tradingDay(after), through: tradingDay(through) })
  expect([shares('2026-11-20', '2026-11-24'), shares('2026-11-20', '2026-11-23')]).toEqual([6, 4])
  expect([shares('2026-11-23', '2026-11-24'), shares('2026-11-24', '2026-11-25')]).toEqual([1.5, 1])
})
