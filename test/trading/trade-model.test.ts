import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { NOW } from '../api/support/seed.ts'
import { brokenRules } from './ledger-world.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, later, type Reply, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

const SYMBOLS = ['SPY', 'AAPL'] as const
const BALANCE = 3_000
const SPREAD_E4 = 200
/** Five basis points of a price near 600 dollars. */
const toleranceE4 = (touchE4: number) => Math.max(100, SPREAD_E4 / 2, Math.floor(touchE4 / 2_000))

type Step =
  | { do: 'initiate'; symbol: (typeof SYMBOLS)[number]; side: 'buy' | 'sell'; quantity: number }
  | { do: 'confirm'; which: number }
  | { do: 'cancel'; which: number }
  | { do: 'wait'; seconds: number }
  | { do: 'price'; symbol: (typeof SYMBOLS)[number]; midCents: number }
  | { do: 'reset' }

const symbol = fc.constantFrom(...SYMBOLS)
const which = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('initiate' as const),
      symbol,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('confirm' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      symbol,
      midCents: fc.integer({ min: 59_900, max: 60_100 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'reset' as const }) },
)

interface ModelTrade {
  symbol: string
  side: 'buy' | 'sell'
  quantity: number
  priceE4: number
  atS: number
  state: 'pending' | 'executed' | 'rejected' | 'cancelled' | 'expired'
}

/** A model of trading without SQL, HTTP or a ledger. */
class Model {
  nowS = 0
  cashE4 = BALANCE * 10_000
  readonly held = new Map<string, number>()
  readonly midE4 = new Map<string, number>(SYMBOLS.map((name) => [name, 6_000_000]))
  readonly trades: ModelTrade[] = []

  touchE4(name: string, side: 'buy' | 'sell'): number {
    return this.midE4.get(name)! + (side === 'buy' ? SPREAD_E4 / 2 : -SPREAD_E4 / 2)
  }

  #refusal(of: Pick<ModelTrade, 'symbol' | 'side' | 'quantity' | 'priceE4'>): string | null {
    if (of.side === 'sell') return (this.held.get(of.symbol) ?? 0) < of.quantity ? 'insufficient_position' : null
    return this.cashE4 < of.quantity * of.priceE4 ? 'insufficient_funds' : null
  }

  initiate({ symbol: name, side, quantity }: Extract<Step, { do: 'initiate' }>): string | number {
    const made = { symbol: name, side, quantity, priceE4: this.touchE4(name, side), atS: this.nowS }
    // A buy must be payable at the worst price at which it may fill.
    const worstE4 = made.priceE4 + (side === 'buy' ? toleranceE4(made.priceE4) : 0)
    const refusal = this.#refusal({ ...made, priceE4: worstE4 })
    if (refusal) return refusal
    this.trades.push({ ...made, state: 'pending' })
    return 201
  }

  #late(trade: ModelTrade): string | null {
    if (trade.state === 'pending' && this.nowS - trade.atS > 60) trade.state = 'expired'
    if (trade.state === 'expired') return 'quote_expired'
    if (trade.state === 'cancelled') return 'trade_cancelled'
    return trade.state === 'pending' ? null : 'already_claimed'
  }

  confirm(trade: ModelTrade): string | number {
    const late = this.#late(trade)
    if (late) return late
    const sign = trade.side === 'buy' ? 1 : -1
    const fillE4 = this.touchE4(trade.symbol, trade.side)
    const isWorse = sign * (fillE4 - trade.priceE4) > toleranceE4(trade.priceE4)
    const refusal = isWorse ? 'price_moved' : this.#refusal({ ...trade, priceE4: fillE4 })
    trade.state = refusal ? 'rejected' : 'executed'
    if (refusal) return refusal
    this.cashE4 -= sign * trade.quantity * fillE4
    this.held.set(trade.symbol, (this.held.get(trade.symbol) ?? 0) + sign * trade.quantity)
    return 200
  }

  cancel(trade: ModelTrade): string | number {
    const late = this.#late(trade)
    if (late) return late
    trade.state = 'cancelled'
    return 200
  }

  reset(): void {
    for (const trade of this.trades) if (this.#late(trade) === null) trade.state = 'cancelled'
    this.cashE4 = BALANCE * 10_000
    this.held.clear()
  }

  settle(): void {
    for (const trade of this.trades) this.#late(trade)
  }
}

const cameTo = ({ status, code }: Reply): string | number => code ?? status

const show = (model: Model, name: string) => {
  const [bid, ask_] = [model.touchE4(name, 'sell') / 10_000, model.touchE4(name, 'buy') / 10_000]
  return world.quote({ symbol: name, price: bid, bid, ask: ask_ })
}

async function live(agent: Agent, model: Model, ids: string[], one: Step, at: number): Promise<void> {
  const app = at % 2 ? world.one : world.two
  const reply = JSON.stringify(one)
  if (one.do === 'initiate') {
    const { do: _, ...order } = one
    const answer = await agent.initiate(order, app)
    expect(cameTo(answer), reply).toBe(model.initiate(one))
    if (answer.status === 201) ids.push(answer.body.trade_id)
  } else if (one.do === 'confirm' || one.do === 'cancel') {
    if (ids.length === 0) return
    const index = one.which % ids.length
    const answer = await agent[one.do](ids[index]!, app)
    expect(cameTo(answer), reply).toBe(model[one.do](model.trades[index]!))
  } else if (one.do === 'reset') {
    await ask(app, { method: 'POST', url: `${ACCOUNTS}/${agent.account_id}/reset` })
    model.reset()
  } else if (one.do === 'price') {
    model.midE4.set(one.symbol, one.midCents * 100)
    await show(model, one.symbol)
  } else {
    model.nowS += one.seconds
    await world.moveTo(later(model.nowS * 1_000))
    for (const name of SYMBOLS) await show(model, name)
  }
}

test('any sequence of trades through two replicas ends as the model predicts, and the audit finds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await world.moveTo(NOW)
      const [agent, model, ids] = [await world.account({ balance: BALANCE }), new Model(), [] as string[]]
      for (const name of SYMBOLS) await show(model, name)
      for (const [at, one] of steps.entries()) {
        await live(agent, model, ids, one, at)
        expect(await agent.cash(), JSON.stringify(one)).toBe(model.cashE4 / 10_000)
      }
      model.settle()
      const history = (await agent.ask({ url: `${TRADING}/history?limit=500` })).body.trades
      const pending = (await agent.ask({ url: `${TRADING}/trades/pending` })).body.trades
      const states = new Map<string, string>(
        [...history, ...pending].map((each: { trade_id: string; status: string }) => [each.trade_id, each.status]),
      )
      expect(ids.map((id) => states.get(id))).toEqual(model.trades.map(({ state }) => state))
    }),
    { numRuns: runs(300, 25) },
  )
  expect(await brokenRules(world.sql)).toEqual([])
}, 300_000)
