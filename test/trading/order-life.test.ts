import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { collateral } from '../../shared/domain/trading/collateral.ts'
import { brokenRules } from './ledger-world.ts'
import { CONDOR, call, JANUARY, pack, put, SPY_PRICE, single } from './option-world.ts'
import { type Agent, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const PRICES = { SPY: SPY_PRICE, AAPL: 200 }
const MARKS = new Map(Object.entries(PRICES).map(([symbol, price]) => [symbol, price * 10_000]))
const CONTRACTS = [call(720), call(730), call(740), call(720, JANUARY), put(700), put(710), put(710, JANUARY)]

const side = fc.constantFrom('buy' as const, 'sell' as const)
const lot = fc.integer({ min: 1, max: 2 })
const stock = fc.record({
  symbol: fc.constantFrom('SPY', 'AAPL'),
  side,
  quantity: fc.constantFrom(30, 100, 200),
})
const option = fc.tuple(side, fc.constantFrom(...CONTRACTS), lot).map((one) => single(...one))
const legs = fc.uniqueArray(fc.record({ contract: fc.constantFrom(...CONTRACTS), side, ratio: lot }), {
  minLength: 2,
  maxLength: 4,
  selector: ({ contract }: { contract: string }) => contract,
})
const order = fc.oneof(
  stock,
  option,
  fc.tuple(legs, lot).map((one) => pack(...one)),
  fc.constant(pack(CONDOR)),
)

const life = fc.array(order, { minLength: 4, maxLength: 14 })
/** Small balances that a package exceeds, and large ones for orders secured by a strike or a mark. */
const BALANCE = fc.constantFrom(1_500, 5_000, 150_000)

const REFUSED = [
  'insufficient_funds',
  'insufficient_position',
  'insufficient_buying_power',
  'uncovered_short',
  'order_crosses_zero',
  'limit_exceeded',
]

/** The account as its filled orders alone make it. */
class Book {
  cash: number
  readonly held = new Map<string, number>()
  constructor(cash: number) {
    this.cash = cash
  }
  get positions() {
    return [...this.held].map(([instrument, quantity]) => ({ instrument, quantity }))
  }
  requiredE4(): number {
    return collateral(this.positions, MARKS).requiredE4 ?? Number.POSITIVE_INFINITY
  }
  closes(filled: Filled): boolean {
    return filled.legs.every(({ instrument, quantity }) => (this.held.get(instrument) ?? 0) * quantity < 0)
  }
  fill({ legs: moved }: Filled): void {
    for (const { instrument, quantity, price, multiplier } of moved) {
      this.held.set(instrument, (this.held.get(instrument) ?? 0) + quantity)
      this.cash -= Math.round(quantity * price * multiplier * 10_000) / 10_000
    }
  }
}

interface Filled {
  legs: { instrument: string; quantity: number; price: number; multiplier: number }[]
  balance: number
  requirement: number
}

async function live(agent: Agent, book: Book, body: object, at: number): Promise<void> {
  const quoted = await agent.initiate(body, at % 2 ? world.one : world.two)
  if (quoted.status !== 201) return void expect(REFUSED, quoted.text).toContain(quoted.code)
  const reply = await agent.confirm(quoted.body.trade_id, at % 2 ? world.two : world.one)
  expect(reply.status, reply.text).toBe(200)
  const filled: Filled = reply.body
  const beyond = () => Math.round(book.cash * 10_000) - book.requiredE4()
  const [closes, before, beyondBefore] = [book.closes(filled), book.requiredE4(), beyond()]
  book.fill(filled)
  const after = book.requiredE4()
  expect(filled.balance).toBeCloseTo(book.cash, 6)
  expect(filled.requirement).toBeCloseTo((after - before) / 10_000, 6)
  // Below its requirement an account may close without raising it, or trade so that the shortfall becomes smaller.
  expect(beyond() >= 0 || (closes && after <= before) || beyond() > beyondBefore, JSON.stringify(body)).toBe(true)
}

test('any sequence of orders through two replicas keeps the required cash and a sound ledger', async () => {
  await fc.assert(
    fc.asyncProperty(life, fc.boolean(), BALANCE, async (orders, shorting, balance) => {
      await world.quote({ price: SPY_PRICE, bid: SPY_PRICE - 0.01, ask: SPY_PRICE + 0.01 })
      await world.quote({ symbol: 'AAPL', price: 200, bid: 199.99, ask: 200.01 })
      const agent = await world.account({ balance, shorting })
      const book = new Book(balance)
      for (const [at, body] of orders.entries()) await live(agent, book, body, at)
      const rows = await world.sql<{ instrument: string; quantity: number }[]>`
        select p.instrument, p.quantity from positions as p
        where p.account_id = ${agent.account_id} and p.quantity <> 0 order by p.instrument`
      const held = book.positions.filter(({ quantity }) => quantity !== 0)
      expect([...rows]).toEqual(held.sort((one, other) => (one.instrument < other.instrument ? -1 : 1)))
      for (const { instrument, quantity } of held)
        if (instrument in PRICES && !shorting) expect(quantity).toBeGreaterThan(0)
    }),
    { numRuns: runs(200, 20) },
  )
  expect(await brokenRules(world.sql)).toEqual([])
}, 240_000)
