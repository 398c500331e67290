import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { accountValue } from './account-value.ts'
import { parseInstrument } from './instrument.ts'
import { maintenanceOf } from './maintenance.ts'

const CALL = 'SPY261218C00500000'
const WRITTEN = 'SPY261218C00700000'
const DOLLAR = 10_000
const marks = new Map([
  ['SPY', 600 * DOLLAR],
  [CALL, 10_500 * DOLLAR],
  [WRITTEN, 100 * DOLLAR],
])

test.each<[string, [string, number][], number]>([
  ['an uncovered short stock requires 30 % of its mark', [['SPY', -100]], 18_000],
  [
    'a call covers a hundred shares: they require what equity remains with its strike kept as cash',
    [
      ['SPY', -150],
      [CALL, 1],
    ],
    500 + 9_000,
  ],
  [
    'a covered short stock never requires more than an uncovered one',
    [
      ['SPY', -100],
      [WRITTEN, 1],
    ],
    10_100,
  ],
  [
    'a long call beside a written call counts for nothing',
    [
      ['SPY', -100],
      [CALL, 1],
      [WRITTEN, -1],
    ],
    18_000,
  ],
])('%s', (_name, held, dollars) => {
  const positions = held.map(([instrument, quantity]) => ({ instrument, quantity }))
  expect(maintenanceOf(0, positions, marks)?.requiredE4).toBe(dollars * DOLLAR)
})

test('only short stock requires maintenance, and long stock does not lower it', () => {
  const long = { instrument: 'QQQ', quantity: 50 }
  const both = new Map([...marks, ['QQQ', 400 * DOLLAR]])
  expect(maintenanceOf(5, [], both)).toBeNull()
  expect(maintenanceOf(5, [long, { instrument: CALL, quantity: 1 }], both)).toBeNull()
  expect(maintenanceOf(0, [long, { instrument: 'SPY', quantity: -100 }], both)?.requiredE4).toBe(18_000 * DOLLAR)
})

test('an account is called when its equity is below the requirement, not at it', () => {
  const at = (equityE4: number) =>
    maintenanceOf(equityE4, [{ instrument: 'SPY', quantity: -1 }], new Map([['SPY', 1_000]]))
  expect(at(300)).toEqual({ requiredE4: 300, excessE4: 0, isCalled: false })
  expect(at(299)).toEqual({ requiredE4: 300, excessE4: -1, isCalled: true })
})

test('a mark between two amounts of money counts as the higher one, and a call worth its discount alone requires it', () => {
  const required = (markE4: number, ...calls: [mark: number][]) =>
    maintenanceOf(
      0,
      [{ instrument: 'SPY', quantity: -100 }, ...calls.map(() => ({ instrument: 'SPY261218C00000100', quantity: 1 }))],
      new Map([['SPY', markE4], ...calls.map(([mark]) => ['SPY261218C00000100', mark] as const)]),
    )?.requiredE4
  expect(required(1_000.5)).toBe(30_030)
  // The strike of 0.10 is kept as cash: 100,000 less the 101,000 that the shares are worth, plus the call.
  expect(required(1_010, [1_000])).toBe(0)
  expect(required(1_010, [1_007])).toBe(7)
})

test('an account that keeps the collateral of its short stock is not called', () => {
  const mark = fc.integer({ min: 1, max: 3_000 })
  const one = fc.record({
    name: fc.constantFrom('AA', 'BB', 'CC', 'AA261218C00000100', 'AA261218C00000150', 'BB270115C00000010'),
    quantity: fc.integer({ min: -300, max: 300 }),
    mark,
  })
  const book = fc
    .uniqueArray(one, { selector: ({ name }) => name, minLength: 1, maxLength: 6 })
    .map((rows) =>
      rows.map((row) => (row.name.length > 2 ? { ...row, quantity: Math.ceil(Math.abs(row.quantity) / 100) } : row)),
    )
  let called = 0
  fc.assert(
    fc.property(book, fc.integer({ min: -50, max: 50 }), (rows, pct) => {
      const marksE4 = new Map<string, number>(rows.map((each) => [each.name, each.mark]))
      // A call is worth at least its intrinsic value.
      for (const { name, mark: beyond } of rows) {
        const option = parseInstrument(name)
        if (option?.kind !== 'option') continue
        const inside = Math.max(0, (marksE4.get(option.underlying) ?? 0) - option.strike * DOLLAR)
        marksE4.set(name, 100 * inside + beyond)
      }
      const held = rows.map(({ name, quantity }) => ({ instrument: name, quantity }))
      const requiredE4 = accountValue(0, held, marksE4).requiredE4!
      const cashE4 = requiredE4 + Math.round((requiredE4 * pct) / 100)
      const { maintenance } = accountValue(cashE4, held, marksE4)
      if (maintenance?.isCalled) called += 1
      if (cashE4 >= requiredE4) expect(maintenance?.isCalled ?? false).toBe(false)
    }),
    { numRuns: runs(2_000) },
  )
  expect(called).toBeGreaterThan(runs(100, 5))
})
