import { describe, expect, test } from 'vitest'
import { brokenRules } from './ledger-world.ts'
import {
  buy,
  CONDOR,
  call,
  cents,
  JANUARY,
  listed,
  pack,
  put,
  SPY_PRICE,
  sell,
  single,
  TODAY,
  type Touch,
  touchOf,
} from './option-world.ts'
import { BUY, later, TRADES, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const DEBIT = [buy(call(700)), sell(call(740))]
const CREDIT = [sell(put(710)), buy(put(700))]

describe('a package has one net price', () => {
  test('a debit vertical: each leg is priced at its own side, and it requires what it can lose', async () => {
    const agent = await world.account()
    const { status, body, text } = await agent.initiate(pack(DEBIT, 2))
    expect(status, text).toBe(201)
    const [long, short] = [await touchOf(agent, call(700)), await touchOf(agent, call(740))]
    const [price, back] = [cents(long.ask - short.bid), cents(long.bid - short.ask)]
    const notional = cents(200 * price)
    expect(body).toMatchObject({
      class: 'package',
      side: null,
      symbol: 'SPY',
      quantity: 2,
      price,
      bid: back,
      ask: price,
      notional,
      total: -notional,
      max_loss: notional,
      requirement: 0,
      cash_after: 100_000 - notional,
    })
    expect(body.legs).toMatchObject([
      { instrument: call(700), quantity: 2, price: long.ask, bid: long.bid, ask: long.ask, strike: listed(700) },
      { instrument: call(740), quantity: -2, price: short.bid, bid: short.bid, ask: short.ask, type: 'call' },
    ])
    const filled = await agent.confirm(body.trade_id, world.two)
    expect(filled.body).toMatchObject({
      status: 'executed',
      executed_price: price,
      live_price: price,
      balance: 100_000 - notional,
    })
    const { entries } = (await agent.ask({ url: `${TRADING}/ledger` })).body
    expect(entries.at(-1)).toMatchObject({ kind: 'trade', change: -notional })
    expect((await agent.ask({ url: `${TRADING}/history` })).body.trades).toEqual([filled.body])

    const closed = await agent.bought(pack([sell(call(700)), buy(call(740))], 2))
    expect(closed.body).toMatchObject({
      price: -back,
      total: cents(200 * back),
      max_loss: 0,
      max_loss_reason: null,
      requirement: 0,
    })
    expect(await agent.cash()).toBe(cents(100_000 - 200 * (price - back)))
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('a credit vertical requires its loss beyond the worst credit, and one cent less is refused', async () => {
    // A credit against a risk of ten dollars per share.
    const reader = await world.account()
    const [sold, bought] = [await touchOf(reader, CREDIT[0]!.contract), await touchOf(reader, CREDIT[1]!.contract)]
    const credit = cents(sold.bid - bought.ask)
    const { tolerance, worst_price: worst } = (await reader.initiate(pack(CREDIT))).body
    expect([tolerance > 0, worst]).toEqual([true, cents(tolerance - credit)])
    const needed = cents(1_000 - 100 * credit + tolerance * 100)
    const agent = await world.account({ balance: needed })
    const { body } = await agent.bought(pack(CREDIT))
    const total = cents(100 * credit)
    expect(body).toMatchObject({ price: -credit, total, max_loss: cents(1_000 - total), requirement: 1_000 })
    expect(body.balance).toBeCloseTo(needed + total, 4)
    const poor = await world.account({ balance: Math.round((needed - 0.01) * 100) / 100 })
    expect(await poor.initiate(pack(CREDIT))).toMatchObject({
      status: 422,
      code: 'insufficient_buying_power',
      body: { details: { cash_after: 999.99, required_after: 1_000, max_quantity: 0 } },
    })
    expect((await poor.initiate(pack(CREDIT, 3))).body.details).toMatchObject({ max_quantity: 0 })
    const rich = await world.account({ balance: needed * 2 })
    expect((await rich.initiate(pack(CREDIT, 3))).body.details).toMatchObject({ max_quantity: 2 })
    await rich.pending(pack(CREDIT, 2))
  })

  test('an iron condor requires its wider side once', async () => {
    const agent = await world.account()
    const touches = await Promise.all(CONDOR.map(({ contract }) => touchOf(agent, contract)))
    const [low, nextLow, nextHigh, high] = touches as [Touch, Touch, Touch, Touch]
    const total = cents(100 * (nextLow.bid + nextHigh.bid - low.ask - high.ask))
    const { body } = await agent.bought(pack(CONDOR))
    expect(body).toMatchObject({
      price: cents(-total / 100),
      total,
      requirement: 1_000,
      max_loss: cents(1_000 - total),
    })
    expect((await agent.ask({ url: `${TRADING}/account` })).body).toMatchObject({
      required: 1_000,
      balance: 100_000 + total,
    })
    const back = [sell(put(700)), buy(put(710)), buy(call(730)), sell(call(740))]
    expect((await agent.bought(pack(back))).body).toMatchObject({ requirement: -1_000 })
  })

  test('a calendar requires nothing beyond its price, and a ratio counts contracts per package', async () => {
    const agent = await world.account()
    const calendar = await agent.bought(pack([sell(call(720)), buy(call(720, JANUARY))]))
    const near = await touchOf(agent, call(720))
    const price = cents((await touchOf(agent, call(720, JANUARY))).ask - near.bid)
    expect(calendar.body).toMatchObject({ price, requirement: 0, max_loss: cents(100 * price) })
    const butterfly = await agent.initiate(pack([buy(call(710)), sell(call(720), 2), buy(call(730))], 3))
    const net = cents((await touchOf(agent, call(710))).ask - 2 * near.bid + (await touchOf(agent, call(730))).ask)
    const paid = cents(300 * net)
    expect(butterfly.body).toMatchObject({ price: net, quantity: 3, total: -paid, max_loss: paid, requirement: 0 })
    expect(butterfly.body.legs.map((leg: { quantity: number }) => leg.quantity)).toEqual([3, -6, 3])
  })

  test('only the net price is bounded: a package fills up to its worst price and ends beyond it', async () => {
    const agent = await world.account()
    // The market's move makes one of the two dearer and the other cheaper.
    const packs = [pack(DEBIT), pack([buy(put(740)), sell(put(700))])]
    const ids = [await agent.pending(packs[0]!), await agent.pending(packs[1]!)]
    // The vendor's clock is minutes ahead, and this replica has cached no chain.
    world.vendors.at = later(600_000)
    const app = await world.replica()
    for (const id of ids) {
      const reply = await agent.confirm(id, app)
      const trade = (await agent.ask({ url: `${TRADES}/${id}` })).body
      const isBeyond = trade.live_price > trade.worst_price
      expect([reply.status, reply.code]).toEqual(isBeyond ? [409, 'price_moved'] : [200, undefined])
      expect(trade.fill_price).toBe(isBeyond ? null : trade.live_price)
      if (isBeyond)
        expect(reply.body.details).toMatchObject({ worst_price: trade.worst_price, live_price: trade.live_price })
      else expect(netOf(trade.legs)).toBeCloseTo(trade.price, 4)
    }
    expect(await brokenRules(world.sql)).toEqual([])
  })
})

/** The sum of the legs, each at the live side it trades on. */
const netOf = (legs: { quantity: number; fill_bid: number; fill_ask: number }[]): number =>
  legs.reduce((sum, leg) => sum + leg.quantity * (leg.quantity > 0 ? leg.fill_ask : leg.fill_bid), 0)

describe('a package is filled completely or not at all', () => {
  test('one leg without a bid refuses the package and names the leg', async () => {
    const agent = await world.account()
    const reply = await agent.initiate(pack([sell(call(718, TODAY)), buy(call(735, TODAY))]))
    expect(reply).toMatchObject({ status: 409, code: 'no_market' })
    expect(reply.body.details).toEqual({ instrument: call(735, TODAY), quality: 'zero_bid' })
  })

  test('the leg with the smallest displayed size bounds the number of packages', async () => {
    const agent = await world.account({ balance: 1_000_000 })
    const { bid_size: bids, ask_size: asks } = await touchOf(agent, call(725))
    const most = Math.floor(asks / 5)
    const reply = await agent.initiate(pack([sell(call(710)), buy(call(725), 5)], most + 1))
    expect(reply).toMatchObject({ status: 422, code: 'size_exceeds_liquidity' })
    expect(reply.body.details).toEqual({
      instrument: call(725),
      max_quantity: most,
      average_daily_volume: null,
      reason: expect.any(String),
    })
    // The market would take some packages the other way round, and the account may write none of them.
    const bare = await agent.initiate(pack([buy(call(710)), sell(call(725), 5)], Math.floor(bids / 5) + 1))
    expect(bare.body.details).toMatchObject({ max_quantity: 0, limited_by: 'uncovered_short' })
  })

  test('a short call without cover is refused however much cash there is', async () => {
    const agent = await world.account({ balance: 10_000_000, shorting: true })
    const ratio = [buy(call(710)), sell(call(725), 2)]
    expect(await agent.initiate(pack(ratio))).toMatchObject({
      status: 422,
      code: 'uncovered_short',
      body: { details: { uncovered: [{ instrument: call(725), quantity: 1 }] } },
    })
    const late = [sell(call(720, JANUARY)), buy(call(720))]
    expect(await agent.initiate(pack(late))).toMatchObject({ code: 'uncovered_short' })
    await world.quote({ price: SPY_PRICE, bid: SPY_PRICE - 0.01, ask: SPY_PRICE + 0.01 })
    await agent.bought({ ...BUY, quantity: 100 })
    await agent.bought(pack(ratio))
  })

  test('the covering leg cannot be sold alone', async () => {
    const agent = await world.account()
    await agent.bought(pack(DEBIT))
    expect(await agent.initiate(single('sell', call(700)))).toMatchObject({ status: 422, code: 'uncovered_short' })
    expect(await agent.initiate(single('buy', call(740), 2))).toMatchObject({ code: 'order_crosses_zero' })
    await agent.bought(single('buy', call(740)))
    await agent.bought(single('sell', call(700)))
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('one of two is filled when each fits but not both', async () => {
    const agent = await world.account({ balance: 1_000 })
    const other = pack([sell(put(718)), buy(put(713))], 2)
    const ids = [await agent.pending(pack(CREDIT)), await agent.pending(other)]
    const reply = await Promise.all(ids.map((id, at) => agent.confirm(id, at ? world.one : world.two)))
    expect(reply.map(({ code }) => code).sort()).toEqual(['insufficient_buying_power', undefined])
    const lost = reply.find(({ status }) => status !== 200)!
    expect(lost.body.details).toMatchObject({ status: 'rejected', reason: 'insufficient_buying_power' })
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('twenty confirmations of one package fill it once', async () => {
    const agent = await world.account()
    const id = await agent.pending(pack(CONDOR))
    const reply = await Promise.all(
      Array.from({ length: 20 }, (_, at) => agent.confirm(id, at % 2 ? world.one : world.two)),
    )
    expect(reply.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(reply.flatMap(({ code }) => code ?? []))).toEqual(new Set(['already_claimed']))
  })
})

test.each<[string, object, string]>([
  ['one leg', pack([buy(call(700))]), 'legs: must be 2 to 4 legs'],
  ['five legs', pack([...CONDOR, buy(call(750))]), 'legs: must be 2 to 4 legs'],
  ['a contract twice', pack([buy(call(700)), sell(call(700))]), 'legs: must be different contracts'],
  ['two underlyings', pack([buy(call(700)), sell('QQQ261218C00600000')]), 'legs: must have the same underlying'],
  ['a side with legs', { ...pack(DEBIT), side: 'buy' }, 'side: must not be sent with legs'],
  ['a contract with legs', { ...pack(DEBIT), contract: call(700) }, 'contract: must not be sent with legs'],
  [
    'a ratio of 0',
    pack([buy(call(700)), { ...sell(call(740)), ratio: 0 }]),
    'legs.1.ratio: must be a whole number from 1 to 100',
  ],
  [
    'a leg that names no contract',
    pack([buy('ABC'), sell(call(740))]),
    'legs.0.contract: must be an OSI symbol in capital letters with a date that exists, such as SPY261218C00600000',
  ],
  [
    'an empty name',
    pack([buy(''), sell(call(740))]),
    'legs.0.contract: must be an OSI symbol in capital letters with a date that exists, such as SPY261218C00600000',
  ],
  [
    'a leg by impossible parts',
    pack([buy(call(700)), { symbol: 'SPY', expiration: '2026-13-40', strike: -1, type: 'call', side: 'sell' }]),
    'legs.1.expiration: must be a date, YYYY-MM-DD; ' +
      'legs.1.strike: must be dollars above 0 and below 100000 with at most three decimals',
  ],
  ['a leg without a side', pack([buy(call(700)), { contract: call(740) }]), 'legs.1.side: must be buy or sell'],
  [
    'a leg with half of its parts',
    pack([buy(call(700)), { side: 'sell', symbol: 'SPY', type: 'call' }]),
    'legs.1.expiration: must be sent, unless contract is; legs.1.strike: must be sent, unless contract is',
  ],
  ['a price', { ...pack(DEBIT), price: 1 }, 'price: must not be sent'],
  ['no side and no legs', { contract: call(700), quantity: 1 }, 'side: must be sent, unless legs are'],
])('a package with %s is refused', async (_name, body, message) => {
  const agent = await world.account()
  expect(await agent.initiate(body)).toMatchObject({ status: 400, code: 'invalid_parameter', body: { message } })
})
