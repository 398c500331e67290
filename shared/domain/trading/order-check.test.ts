import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { collateral } from './collateral.ts'
import type { HeldPosition } from './option-book.ts'
import { judgeFills, type OrderFill, type OrderRules } from './order-check.ts'

const PUT_90 = 'SPY261218P00090000'
const PUT_85 = 'SPY261218P00085000'
const CALL_110 = 'SPY261218C00110000'
const CALL_120 = 'SPY261218C00120000'
const dollars = (amount: number) => amount * 10_000
const RULES: OrderRules = {
  shorting: false,
  status: 'active',
  deficit: false,
  marksE4: new Map([['SPY', dollars(100)]]),
}
const held = (instrument: string, quantity: number): HeldPosition => ({ instrument, quantity })
const fill = (instrument: string, quantity: number, amount: number): OrderFill => ({
  instrument,
  quantity,
  notionalE4: dollars(amount),
})
const code = (cash: number, positions: HeldPosition[], fills: OrderFill[], rules: Partial<OrderRules> = {}) =>
  judgeFills({ cashE4: dollars(cash), positions }, fills, { ...RULES, ...rules }).refusal?.code ?? null

test('cash must pay for a purchase and its fees', () => {
  expect(code(1_000, [], [fill('SPY', 10, 1_000)])).toBeNull()
  expect(code(1_000, [], [fill('SPY', 10, 1_000)], { feesE4: 1 })).toBe('insufficient_funds')
  expect(judgeFills({ cashE4: 5, positions: [] }, [fill('SPY', 1, 1)], RULES).refusal).toEqual({
    code: 'insufficient_funds',
    cashAfterE4: -9_995,
  })
  expect(code(-50, [held('SPY', 3)], [fill('SPY', -1, 20)], { deficit: true })).toBeNull()
})

test('an order sells more than held only with shorting allowed, and never crosses zero', () => {
  expect(code(1e6, [held('SPY', 3)], [fill('SPY', -4, 400)])).toBe('insufficient_position')
  expect(code(1e6, [held('SPY', 3)], [fill('SPY', -4, 400)], { shorting: true })).toBe('order_crosses_zero')
  expect(code(1e6, [held('SPY', -3)], [fill('SPY', 4, 400)])).toBe('order_crosses_zero')
  expect(code(1e6, [held(PUT_90, 1)], [fill(PUT_90, -2, 400)])).toBe('order_crosses_zero')
  expect(code(1e6, [], [fill('SPY', -4, 400)])).toBe('insufficient_position')
  expect(code(1e6, [], [fill('SPY', -4, 400)], { shorting: true })).toBeNull()
  expect(code(1e6, [held('SPY', 3)], [fill('SPY', -2, 200), fill('SPY', -2, 200)])).toBe('insufficient_position')
})

test('a short sale must leave 130 % of the mark in cash', () => {
  const rules = { shorting: true }
  expect(code(300, [], [fill('SPY', -10, 1_000)], rules)).toBeNull()
  expect(code(299, [], [fill('SPY', -10, 1_000)], rules)).toBe('insufficient_buying_power')
  expect(code(300, [], [fill('SPY', -10, 999)], rules)).toBe('insufficient_buying_power')
  expect(code(300, [], [fill('SPY', -10, 1_000)], { ...rules, marksE4: new Map() })).toBe('equity_unknown')
  expect(code(1_300, [held('SPY', -10)], [fill('QQQ', 1, 1)], rules)).toBe('insufficient_buying_power')
})

test('puts require cash, calls shares, and spreads their largest loss', () => {
  expect(code(8_900, [], [fill(PUT_90, -1, 100)])).toBeNull()
  expect(code(8_899, [], [fill(PUT_90, -1, 100)])).toBe('insufficient_buying_power')
  expect(code(0, [held('SPY', 100)], [fill(CALL_110, -1, 100)])).toBeNull()
  expect(code(1e7, [held('SPY', 199)], [fill(CALL_110, -2, 100)])).toBe('uncovered_short')
  expect(code(400, [], [fill(PUT_90, -1, 200), fill(PUT_85, 1, 100)])).toBeNull()
  expect(code(399, [], [fill(PUT_90, -1, 200), fill(PUT_85, 1, 100)])).toBe('insufficient_buying_power')
  expect(code(1e7, [], [fill(CALL_110, -1, 100), fill(CALL_120, 1, 50)])).toBeNull()
})

test('an order that sells the cover of a short is refused', () => {
  expect(code(1e7, [held('SPY', 100), held(CALL_110, -1)], [fill('SPY', -1, 100)])).toBe('uncovered_short')
  expect(code(1e7, [held(CALL_110, 1), held(CALL_120, -1)], [fill(CALL_110, -1, 10)])).toBe('uncovered_short')
  expect(code(1_000, [held(PUT_85, 1), held(PUT_90, -1)], [fill(PUT_85, -1, 10)])).toBe('insufficient_buying_power')
  expect(code(0, [held('SPY', 100), held(CALL_110, -1)], [fill('SPY', -100, 9_900), fill(CALL_110, 1, 10)])).toBeNull()
})

test('an order that only reduces is allowed whether or not collateral is known', () => {
  const before = [held(PUT_90, -1), held('SPY', -5)]
  expect(code(100, before, [fill(PUT_90, 1, 100)], { marksE4: new Map() })).toBeNull()
  expect(code(100, before, [fill('SPY', 1, 100)], { marksE4: new Map() })).toBeNull()
  expect(code(99, before, [fill(PUT_90, 1, 100)])).toBe('insufficient_funds')
  expect(code(100, [...before, held('QQQ', 4)], [fill('QQQ', -4, 1)])).toBeNull()
  expect(code(100, [held(PUT_90, -1)], [fill(PUT_85, 1, 100)])).toBeNull()
})

test('an order that sells the call covering a short stock is refused, with or without a mark of the stock', () => {
  const hedged = [held('SPY', -100), held(CALL_110, 1), held('QQQ', 4)]
  const marked = { shorting: true, marksE4: new Map([['SPY', dollars(100)]]) }
  expect(code(11_000, hedged, [fill('QQQ', 1, 0)], marked)).toBeNull()
  expect(code(11_000, hedged, [fill(CALL_110, -1, 10)], marked)).toBe('insufficient_buying_power')
  expect(code(12_990, hedged, [fill(CALL_110, -1, 10)], marked)).toBeNull()
  const unmarked = { shorting: true, marksE4: new Map<string, number>() }
  expect(code(1e6, hedged, [fill(CALL_110, -1, 10)], unmarked)).toBe('equity_unknown')
  expect(code(1e6, [...hedged, held(CALL_120, 1)], [fill(CALL_110, -1, 10)], unmarked)).toBeNull()
  expect(code(1e6, hedged, [fill('SPY', 100, 10), fill(CALL_110, -1, 10)], unmarked)).toBeNull()
})

test('without a mark only calls deliver short stock, and the last share that none delivers counts', () => {
  const unmarked = { shorting: true, marksE4: new Map<string, number>() }
  expect(code(1e6, [held('SPY', -100), held(PUT_90, 1)], [fill(PUT_90, -1, 10)], unmarked)).toBeNull()
  expect(code(1e6, [held('SPY', -1), held(CALL_110, 1)], [fill(CALL_110, -1, 10)], unmarked)).toBe('equity_unknown')
})

test('with a mark, selling a call whose strike requires more than 130 % of it is a mere closing', () => {
  const far = 'SPY261218C00150000'
  expect(code(100, [held('SPY', -100), held(far, 1)], [fill(far, -1, 1)], { shorting: true })).toBeNull()
})

test('an account below its requirement may exchange one holding for another, but not spend more than that brings', () => {
  const below = [held(PUT_90, -1), held('AAPL', 1)]
  const exchange = (cost: number) => code(500, below, [fill('AAPL', -1, 100), fill('QQQ', 1, cost)])
  expect([exchange(100), exchange(100.0001)]).toEqual([null, 'insufficient_buying_power'])
})

test('an account whose surplus was unknown for want of a mark must meet its requirement to open something', () => {
  const before = [held('QQQ', -1), held(PUT_90, -1), held('AAPL', 1)]
  const order = [fill('QQQ', 1, 10), fill('AAPL', -1, 100), fill('MSFT', 1, 10)]
  expect(code(5_000, before, order)).toBe('insufficient_buying_power')
  expect(code(8_920, before, order)).toBeNull()
})

test('an order beyond the number of contracts is refused, and an account with more may close', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => held(`SPY261218C00${100_000 + at}`, 1))
  expect(code(1e6, many(499), [fill(CALL_120, 1, 10)])).toBeNull()
  expect(code(1e6, many(500), [fill(CALL_120, 1, 10)])).toBe('too_many_contracts')
  expect(code(1e6, many(500), [fill('SPY', 1, 10), fill('SPY261218C00100000', 1, 1)])).toBeNull()
  expect(code(1e6, many(600), [fill('SPY261218C00100000', -1, 1)])).toBeNull()
})

test('the verdict states the increase of the required cash', () => {
  const requirement = (positions: HeldPosition[], fills: OrderFill[]) =>
    judgeFills({ cashE4: dollars(1e6), positions }, fills, { ...RULES, shorting: true }).requirementE4
  expect(requirement([], [fill(PUT_90, -1, 10)])).toBe(dollars(9_000))
  expect(requirement([held(PUT_90, -1)], [fill(PUT_85, 1, 10)])).toBe(dollars(500 - 9_000))
  expect(requirement([held('QQQ', -1)], [fill('SPY', 1, 10)])).toBeNull()
  expect(requirement([held('QQQ', -1)], [fill('QQQ', 1, 10)])).toBeNull()
})

test('an unlimited loss may only be made smaller', () => {
  const before = [held(CALL_110, -2)]
  expect(code(1e4, before, [fill('QQQ', 1, 1)])).toBe('uncovered_short')
  expect(code(1e4, before, [fill(CALL_110, 1, 100)])).toBeNull()
  expect(code(1e4, before, [fill(CALL_120, 1, 100)])).toBeNull()
  expect(code(1e4, [...before, held(CALL_120, 1)], [fill(CALL_120, -1, 100)])).toBe('uncovered_short')
})

test('with an unlimited loss no other risk may grow', () => {
  const PUT_200 = 'SPY261218P00200000'
  const QQQ_PUT = 'QQQ261218P00200000'
  const naked = [held(CALL_110, -2)]
  // The order covers one call, but the other call's unlimited loss would hide the new short put.
  expect(code(21_000, naked, [fill(CALL_120, 1, 10), fill(PUT_200, -100, 930_000)])).toBe('uncovered_short')
  expect(code(21_000, naked, [fill(CALL_120, 1, 10), fill(QQQ_PUT, -1, 9_300)])).toBe('uncovered_short')
  expect(code(21_000, naked, [fill(CALL_120, 2, 10), fill(PUT_200, -100, 930_000)])).toBe('insufficient_buying_power')
  expect(code(21_000, naked, [fill(CALL_110, 1, 10), fill(PUT_200, -100, 930_000)])).toBe('uncovered_short')
  // Covering one call is allowed only if cash meets the requirement of the covered call.
  expect(code(1_010, naked, [fill(CALL_120, 1, 10)])).toBeNull()
  expect(code(1_009, naked, [fill(CALL_120, 1, 10)])).toBe('insufficient_buying_power')
  // A long that protects another short may not be closed either.
  const spread = [...naked, held(PUT_90, -1), held(PUT_85, 1)]
  expect(code(500, spread, [fill(PUT_85, -1, 10)])).toBe('uncovered_short')
  expect(code(500, spread, [fill(CALL_110, 1, 10), fill(PUT_85, -1, 10)])).toBe('insufficient_buying_power')
  expect(code(9_000, spread, [fill(CALL_110, 1, 10), fill(PUT_85, -1, 10)])).toBeNull()
  expect(code(500, spread, [fill(PUT_90, 1, 10), fill(PUT_85, -1, 10)])).toBeNull()
})

test('an order that only buys back is always allowed', () => {
  const [jan, mar] = ['SPY270115C00080000', 'SPY270319C00100000']
  const before = [held(jan, -1), held(mar, -1), held('SPY270319C00105000', 1)]
  expect(collateral(before, new Map()).uncovered).toEqual([{ instrument: jan, quantity: 1 }])
  expect(code(100, before, [fill(mar, 1, 100)])).toBeNull()
  expect(code(100, before, [fill(jan, 1, 100)])).toBeNull()
})

test('an account that may only close cannot open', () => {
  for (const rules of [{ status: 'closing_only' as const }, { deficit: true }]) {
    expect(code(1e6, [held('SPY', 3)], [fill('SPY', 1, 100)], rules)).toBe('closing_only')
    expect(code(1e6, [held(PUT_90, -1)], [fill(PUT_85, 1, 10)], rules)).toBe('closing_only')
    expect(code(1e6, [held('SPY', 3)], [fill('SPY', -3, 100)], rules)).toBeNull()
    expect(code(1e6, [held(CALL_110, 1), held(CALL_120, -1)], [fill(CALL_110, -1, 9)], rules)).toBe('uncovered_short')
  }
})

const INSTRUMENTS = ['SPY', PUT_90, PUT_85, CALL_110, CALL_120, 'SPY270115C00110000', 'SPY270115P00085000']
const order = fc.array(
  fc.record({
    instrument: fc.constantFrom(...INSTRUMENTS),
    quantity: fc.constantFrom(-200, -100, -2, -1, 1, 2, 100, 200),
    notionalE4: fc.integer({ min: 0, max: dollars(2_000) }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Returns whether an order crosses no zero and leaves at least the cash that the positions then require. */
function breaksNothing(
  { cashE4, positions }: { cashE4: number; positions: readonly HeldPosition[] },
  fills: readonly OrderFill[],
  { shorting }: OrderRules,
): boolean {
  const quantities = new Map(positions.map(({ instrument, quantity }) => [instrument, quantity]))
  let cash = cashE4
  for (const { instrument, quantity, notionalE4 } of fills) {
    const before = quantities.get(instrument) ?? 0
    const after = before + quantity
    if (before * after < 0 || (instrument === 'SPY' && after < 0 && !shorting)) return false
    quantities.set(instrument, after)
    cash -= Math.sign(quantity) * notionalE4
  }
  const held = [...quantities].map(([instrument, quantity]) => ({ instrument, quantity }))
  const { uncovered, requiredE4 } = collateral(held, RULES.marksE4)
  return cash >= 0 && uncovered.length === 0 && cash >= requiredE4!
}

test('an order that breaks nothing is accepted, with its requirement', () => {
  const judged = (fills: OrderFill[], positions: HeldPosition[] = []) =>
    judgeFills({ cashE4: dollars(20_000), positions }, fills, RULES)
  expect(judged([fill('SPY', 10, 1_000)])).toEqual({ refusal: null, reduces: false, requirementE4: 0 })
  expect(judged([fill('SPY', -10, 1_000)], [held('SPY', 10)])).toEqual({
    refusal: null,
    reduces: true,
    requirementE4: 0,
  })
  expect(judged([fill(PUT_90, -1, 100)])).toEqual({
    refusal: null,
    reduces: false,
    requirementE4: dollars(9_000),
  })
})

test('over any sequence of orders cash stays positive, no loss is unlimited, and opening orders meet requirements', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 12 }), fc.boolean(), (orders, shorting) => {
      let cashE4 = dollars(20_000)
      const quantities = new Map<string, number>()
      const positions = () => [...quantities].map(([instrument, quantity]) => ({ instrument, quantity }))
      const rules = { ...RULES, shorting }
      for (const fills of orders) {
        const verdict = judgeFills({ cashE4, positions: positions() }, fills, rules)
        if (breaksNothing({ cashE4, positions: positions() }, fills, rules)) expect(verdict.refusal).toBeNull()
        const before = collateral(positions(), RULES.marksE4).requiredE4!
        const was = new Map(quantities)
        const cashBefore = cashE4
        if (verdict.refusal) continue
        for (const { instrument, quantity, notionalE4 } of fills) {
          const now = quantities.get(instrument) ?? 0
          expect(now * (now + quantity)).toBeGreaterThanOrEqual(0)
          quantities.set(instrument, now + quantity)
          cashE4 -= Math.sign(quantity) * notionalE4
        }
        const after = collateral(positions(), RULES.marksE4)
        expect([after.uncovered, cashE4 >= 0]).toEqual([[], true])
        if (!shorting) expect(quantities.get('SPY') ?? 0).toBeGreaterThanOrEqual(0)
        const closes = fills.every(({ instrument, quantity }) => (was.get(instrument) ?? 0) * quantity < 0)
        const fits = cashE4 >= after.requiredE4!
        const better = cashE4 - after.requiredE4! >= cashBefore - before
        expect(fits || ((closes || better) && after.requiredE4! <= before)).toBe(true)
      }
    }),
    { numRuns: runs(1_000) },
  )
})
