import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOf } from '../../api/trading/constraint-refusals.ts'
import { testDatabase } from '../../harness/database.ts'
import { runs } from '../../harness/property-tests.ts'
import { fillPostings, type Held, type Posting } from '../../shared/domain/trading/ledger.ts'
import { silentLog } from '../../shared/log.ts'
import { readAccount } from '../../shared/postgres/trading/accounts.ts'
import { type NewEntry, readPositions } from '../../shared/postgres/trading/ledger.ts'
import { beginEpochOf, brokenRules, openAccount, post, trade } from './ledger-world.ts'

const db = testDatabase()

const INSTRUMENTS = ['SPY', 'QQQ', 'SPY991218C00600000'] as const
const INITIAL_E4 = 5_000

/** Order rules are tested elsewhere: here every position may be short, and money may come from anywhere. */
const FREEDOMS = ['entries-have-a-cause', 'borrow-fees-are-told', 'short-stock-was-allowed', 'short-calls-are-covered']

type Step =
  | { do: 'order'; instrument: string; quantity: number; notionalE4: number; mayBeShort: boolean }
  | { do: 'expiry'; instrument: string; paysE4: number }
  | { do: 'adjustment' | 'borrow_fee'; amountE4: number }
  | { do: 'split'; instrument: string }
  | { do: 'reset'; initialE4: number }

const instrument = fc.constantFrom(...INSTRUMENTS)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        do: fc.constant('order' as const),
        instrument,
        quantity: fc.integer({ min: -5, max: 5 }).filter((n) => n !== 0),
        priceE4: fc.integer({ min: 0, max: 1_500 }),
        mayBeShort: fc.boolean(),
      })
      .map(({ priceE4, ...order }) => ({ ...order, notionalE4: priceE4 * Math.abs(order.quantity) })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('expiry' as const),
      instrument,
      paysE4: fc.integer({ min: -6_000, max: 6_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('adjustment' as const, 'borrow_fee' as const),
      amountE4: fc.integer({ min: 1, max: 500 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('split' as const), instrument }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reset' as const), initialE4: fc.integer({ min: 0, max: 9_000 }) }),
  },
)

/** A model of an account without SQL, constraints or the lines of an entry. */
class Model {
  cashE4 = INITIAL_E4
  epoch = 1
  deficit = false
  readonly held = new Map<string, Held>()

  of(name: string): Held {
    return this.held.get(name) ?? { quantity: 0, costE4: 0 }
  }

  /** Null when the step succeeds, otherwise the refusal. */
  order({ instrument: name, quantity, notionalE4, mayBeShort }: Extract<Step, { do: 'order' }>): string | null {
    const before = this.of(name)
    const cash = this.cashE4 - Math.sign(quantity) * notionalE4
    if (cash < 0 && cash < this.cashE4) return 'insufficient_funds'
    if (before.quantity + quantity < 0 && !mayBeShort && !(before.quantity < 0 && this.#short.has(name)))
      return 'insufficient_position'
    const closes = before.quantity * quantity < 0
    const gone = closes ? Math.trunc((before.costE4 * Math.abs(quantity)) / Math.abs(before.quantity)) : 0
    const costE4 = closes ? before.costE4 - gone : before.costE4 + Math.sign(quantity) * notionalE4
    this.held.set(name, { quantity: before.quantity + quantity, costE4 })
    if (before.quantity + quantity < 0) this.#short.add(name)
    else if (!mayBeShort) this.#short.delete(name)
    this.#pay(cash)
    return null
  }

  readonly #short = new Set<string>()

  expire(name: string, paysE4: number): void {
    this.held.set(name, { quantity: 0, costE4: 0 })
    this.#short.delete(name)
    this.pay(paysE4)
  }

  pay(amountE4: number): void {
    this.#pay(this.cashE4 + amountE4)
  }

  #pay(cashE4: number): void {
    this.cashE4 = cashE4
    this.deficit = cashE4 < 0
  }

  split(name: string): void {
    const { quantity, costE4 } = this.of(name)
    this.held.set(name, { quantity: quantity * 2, costE4 })
  }

  reset(initialE4: number): void {
    this.held.clear()
    this.#short.clear()
    this.epoch++
    this.#pay(initialE4)
  }
}

const gained = (other: 'house' | 'borrow', amountE4: number): Posting[] => [
  { book: 'account', amountE4 },
  { book: other, amountE4: -amountE4 },
]
const moved = (name: string, quantity: number, costE4: number, mayBeShort: boolean): Posting[] => [
  { book: 'account', instrument: name, quantity, costE4, mayBeShort },
  { book: 'house', instrument: name, quantity: -quantity, costE4: null },
]

async function refusedAs(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    const code = refusalOf(error, silentLog)?.details.code
    if (typeof code !== 'string') throw error
    return code
  }
}

async function live(id: number, model: Model, at: number, one: Step): Promise<void> {
  const entry = (kind: NewEntry['kind'], postings: Posting[]) =>
    post(db.sql, id, { kind, key: `${kind}:${at}`, postings })
  if (one.do === 'order') {
    const held = model.of(one.instrument)
    const crosses = held.quantity * one.quantity < 0 && Math.abs(one.quantity) > Math.abs(held.quantity)
    if (crosses) return void expect(() => fillPostings(one, held)).toThrow(RangeError)
    expect(await refusedAs(post(db.sql, id, trade({ ...one, held })))).toBe(model.order(one))
  } else if (one.do === 'expiry') {
    const { quantity, costE4 } = model.of(one.instrument)
    const lines = quantity === 0 ? [] : moved(one.instrument, -quantity, -costE4, false)
    await entry('adjustment', [...gained('house', one.paysE4), ...lines])
    model.expire(one.instrument, one.paysE4)
  } else if (one.do === 'split') {
    const { quantity } = model.of(one.instrument)
    if (quantity === 0) return
    await entry('adjustment', moved(one.instrument, quantity, 0, quantity < 0))
    model.split(one.instrument)
  } else if (one.do === 'reset') {
    await beginEpochOf(db.sql, id, one.initialE4)
    model.reset(one.initialE4)
  } else {
    const amountE4 = one.do === 'adjustment' ? one.amountE4 : -one.amountE4
    await entry(one.do, gained(one.do === 'adjustment' ? 'house' : 'borrow', amountE4))
    model.pay(amountE4)
  }
}

const sold = (quantity: number, mayBeShort: boolean): Step => ({
  do: 'order',
  instrument: 'SPY',
  quantity,
  notionalE4: 0,
  mayBeShort,
})
/** The permission to be short ends with the short position. */
const SHORT_CLOSED_THEN_SOLD = [sold(-4, true), sold(4, true), sold(-1, false)]

test('any sequence of steps leaves an account as the model predicts, and the audit finds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const { id } = await openAccount(db.sql, INITIAL_E4)
      const model = new Model()
      for (const [at, one] of steps.entries()) {
        await live(id, model, at, one)
        const { cashE4, epoch, deficit } = (await readAccount(db.sql, id))!
        expect({ cashE4, epoch, deficit }, JSON.stringify(one)).toEqual({
          cashE4: model.cashE4,
          epoch: model.epoch,
          deficit: model.deficit,
        })
      }
      const held = [...model.held]
        .filter(([, { quantity }]) => quantity !== 0)
        .map(([name, one]) => ({ instrument: name, ...one }))
      const byName = (a: { instrument: string }, b: { instrument: string }) => (a.instrument < b.instrument ? -1 : 1)
      expect((await readPositions(db.sql, id, model.epoch)).sort(byName)).toEqual(held.sort(byName))
    }),
    { numRuns: runs(400, 40), examples: [[SHORT_CLOSED_THEN_SOLD]] },
  )
  expect(await brokenRules(db.sql, { except: FREEDOMS })).toEqual([])
}, 240_000)
