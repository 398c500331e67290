import { describe, expect, test } from 'vitest'
import { createClosedFold, newestClosed } from '../../api/trading/accounts/closed-fold.ts'
import { eventually } from '../../harness/eventually.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { silentLog } from '../../shared/log.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { postEntry } from '../../shared/postgres/trading/ledger.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { settlementStage } from '../../workers/settlement/settlement-stage.ts'
import { beginEpochOf, locked, post, recordTrade, trade } from './ledger-world.ts'
import { at, DOLLAR, inEachTest, type SettlementWorld } from './settlement-world.ts'

const CALL = 'SPY261120C00600000'
const HIGHER = 'SPY261120C00605000'
const PUT = 'SPY261120P00590000'
const LATER = 'SPY261218C00600000'
const CLOSE = at('2026-11-20', '16:00')

let world: SettlementWorld
inEachTest(at('2026-11-20', '16:20'), (opened) => {
  world = opened
})

const closesAt = (price: number) => world.quoted.set('SPY', { price, quotedAt: CLOSE })

describe('the settlement after the close', () => {
  test('exercises, assigns and expires options account by account, with an event for each', async () => {
    closesAt(610)
    const long = await world.open(100_000, [
      [CALL, 1, 5],
      [PUT, 2, 1],
    ])
    const covered = await world.open(100_000, [
      ['SPY', 100, 580],
      [CALL, -1, 5],
    ])
    const spread = await world.open(10_000, [
      [CALL, 2, 7],
      [HIGHER, -2, 3],
    ])
    const exercised = await world.open(100_000, [[CALL, 1, 5]])
    const messages = await world.runDue('close', '2026-11-20')
    expect(messages.map(({ type }) => type)).toEqual(['expiry.due', 'expiry.due', 'expiry.due', 'expiry.due'])
    expect(await world.holdings(long)).toEqual(['39300', 'SPY 100 at 60500'])
    expect(await world.eventsOf(long)).toEqual([`option_exercised ${CALL} 1`, `option_expired ${PUT} 2`])
    expect(await world.holdings(covered)).toEqual(['102500'])
    expect(await world.eventsOf(covered)).toEqual([`option_assigned ${CALL} -1`])
    expect(await world.holdings(spread)).toEqual(['10200'])
    expect(await world.eventsOf(spread)).toEqual([`option_exercised ${CALL} 2`, `option_assigned ${HIGHER} -2`])
    // The price of an exercised option becomes part of the cost of its shares, so nothing is realised yet.
    const closed = async (id: number) => {
      const reader = { read: async <T>(work: (sql: Db) => PromiseLike<T>) => await work(world.db.sql) }
      const state = await createClosedFold().read(reader, { accountId: id, epoch: 1 })
      return {
        count: state.trades.count,
        realized: state.trades.realizedE4 / DOLLAR,
        lines: newestClosed(state).length,
      }
    }
    expect(await world.holdings(exercised)).toEqual(['39500', 'SPY 100 at 60500'])
    expect(await closed(exercised)).toEqual({ count: 0, realized: 0, lines: 0 })
    expect(await closed(long)).toEqual({ count: 1, realized: -200, lines: 2 })
    expect(await closed(covered)).toEqual({ count: 1, realized: 2_500, lines: 2 })
    expect(await closed(spread)).toEqual({ count: 1, realized: 200, lines: 3 })
  })

  test('leaves options of a later day alone, and those of today before the close', async () => {
    closesAt(610)
    const id = await world.open(100_000, [
      [CALL, 1, 5],
      [LATER, 1, 9],
    ])
    await world.moveTo(at('2026-11-20', '15:59'))
    expect(await world.runDue('open', '2026-11-20')).toEqual([])
    await world.moveTo(at('2026-11-20', '16:20'))
    await world.runDue('close', '2026-11-20')
    expect(await world.holdings(id)).toEqual(['38600', 'SPY 100 at 60500', `${LATER} 1 at 900`])
  })

  test('settles at 13:00 on a half-day', async () => {
    await world.moveTo(at('2026-11-27', '13:20'))
    world.quoted.set('SPY', { price: 590, quotedAt: at('2026-11-27', '13:00') })
    const id = await world.open(100_000, [
      ['SPY261127P00600000', 1, 4],
      ['SPY', 100, 600],
    ])
    await world.runDue('close', '2026-11-27')
    expect(await world.holdings(id)).toEqual(['99600'])
  })
})

describe('the settlement price', () => {
  test('while unknown makes each holder wait with one event, and the next run with a price settles', async () => {
    const id = await world.open(100_000, [[CALL, 1, 5]])
    expect(await world.runDue('close', '2026-11-20')).toEqual([])
    await world.moveTo(at('2026-11-20', '18:00'))
    expect(await world.runDue('evening', '2026-11-20')).toEqual([])
    expect(await world.eventsOf(id)).toEqual(['settlement_waits SPY:2026-11-20'])
    await world.moveTo(at('2026-11-23', '09:50'))
    world.quoted.set('SPY', { price: 700, previousClose: 610 })
    await world.runDue('open', '2026-11-23')
    expect(await world.holdings(id)).toEqual(['39500', 'SPY 100 at 60500'])
    expect(await world.eventsOf(id)).toHaveLength(2)
  })

  test('is still found in the day’s bar after an outage of weeks', async () => {
    const id = await world.open(100_000, [['AAPL261120C00200000', 1, 5]])
    await world.moveTo(at('2026-12-14', '09:50'))
    world.quoted.set('AAPL', { price: 300, previousClose: 299 })
    const bar = {
      symbol: 'AAPL',
      day: tradingDay('2026-11-20'),
      close: 201.5,
      knownAt: CLOSE,
      origin: 'scheduled' as const,
    }
    await saveMemberBars(world.db.sql, [bar], 'breadth')
    await world.runDue('open', '2026-12-14')
    expect(await world.holdings(id)).toEqual(['79500', 'AAPL 100 at 20500'])
  })

  test('is frozen by the first run: a later run with another price settles at the frozen one', async () => {
    closesAt(610)
    await world.open(100_000, [[CALL, 1, 5]])
    await world.runDue('close', '2026-11-20')
    closesAt(500)
    const late = await world.open(100_000, [[CALL, 1, 5]])
    await world.runDue('evening', '2026-11-20')
    expect(await world.holdings(late)).toEqual(['39500', 'SPY 100 at 60500'])
    await expect(world.db.sql`update settlement_prices set price_e4 = 1`).rejects.toThrow('append-only')
    await expect(world.db.sql`delete from settlement_prices`).rejects.toThrow('append-only')
  })
})

describe('an expiry is settled once', () => {
  const due = async () => {
    const payload = { slot: 'settlement:2026-11-20/close', occasion: 'close', day: tradingDay('2026-11-20') } as const
    const look = {
      id: 'schedule:settlement:2026-11-20/close#1',
      type: 'settlement.due',
      occurredAt: world.now,
      payload,
    } as const
    expect(await world.deliver(look)).toBe('done')
    return await world.written()
  }

  test('despite a redelivery, a second run and two concurrent messages', async () => {
    closesAt(610)
    const id = await world.open(100_000, [[CALL, 1, 5]])
    const [message] = await due()
    const again = { ...message!, id: `${message!.id.slice(0, -2)}/again#1` }
    const outcomes = await Promise.all([world.deliver(message!), world.deliver(again)])
    expect(outcomes).toEqual(['done', 'done'])
    expect(await world.deliver(message!, { redelivered: true })).toBe('duplicate')
    expect(await world.runDue('evening', '2026-11-20')).toEqual([])
    expect(await world.holdings(id)).toEqual(['39500', 'SPY 100 at 60500'])
    expect(await world.eventsOf(id)).toHaveLength(1)
  })

  test('when a worker dies before the commit: nothing is written, and the redelivery settles', async () => {
    closesAt(610)
    const id = await world.open(100_000, [[CALL, 1, 5]])
    const [message] = await due()
    const onPoint = (point: string) => {
      if (point === 'before_commit') throw new Error('killed')
    }
    expect(await world.deliver(message!, { onPoint })).toBe('retry')
    expect(await world.holdings(id)).toEqual(['99500', `${CALL} 1 at 500`])
    expect(await world.eventsOf(id)).toEqual([])
    expect(await world.deliver(message!, { redelivered: true })).toBe('done')
    expect(await world.holdings(id)).toEqual(['39500', 'SPY 100 at 60500'])
  })

  test('after a trade that holds the account lock, with the positions it left', async () => {
    closesAt(610)
    const id = await world.open(100_000, [[CALL, 2, 5]])
    const [message] = await due()
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const trading = world.db.sql.begin(async (tx) => {
      const account = await locked(tx, id)
      begun.resolve()
      await held.promise
      const fill = {
        instrument: CALL,
        quantity: -1,
        notionalE4: 900 * DOLLAR,
        held: { quantity: 2, costE4: 1_000 * DOLLAR },
      }
      const entry = trade(fill)
      await recordTrade(tx, account, entry, entry.tradeId!)
      await postEntry(tx, account, entry)
    })
    await begun.promise
    const settling = world.deliver(message!)
    await eventually(async () => {
      const waiting = await world.db.sql`
        select 1 from pg_stat_activity as a where a.wait_event_type = 'Lock' and a.datname = current_database()`
      expect(waiting).toHaveLength(1)
    })
    held.resolve()
    await trading
    expect(await settling).toBe('done')
    expect(await world.holdings(id)).toEqual(['39900', 'SPY 100 at 60500'])
  })

  test('and not in the new epoch when the account is reset before the message', async () => {
    closesAt(610)
    const id = await world.open(100_000, [[CALL, 1, 5]])
    const [message] = await due()
    await beginEpochOf(world.db.sql, id, 5 * DOLLAR)
    expect(await world.deliver(message!)).toBe('done')
    expect(await world.holdings(id)).toEqual(['5'])
  })

  test('and not in the new epoch by a message of the old one, even if it holds the same options', async () => {
    closesAt(610)
    const id = await world.open(100_000, [[CALL, 1, 5]])
    const [message] = await due()
    await beginEpochOf(world.db.sql, id, 1_000 * DOLLAR)
    const none = { quantity: 0, costE4: 0 }
    await post(world.db.sql, id, trade({ instrument: CALL, quantity: 1, notionalE4: 500 * DOLLAR, held: none }))
    expect(await world.deliver(message!)).toBe('done')
    expect(await world.holdings(id)).toEqual(['500', `${CALL} 1 at 500`])
  })

  test('through a broker with two workers', async () => {
    closesAt(610)
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.open(100_000, [[CALL, 1, 5]])))
    const broker = await connectBroker({ databaseUrl: world.db.url }, silentLog)
    const relay = startRelay({ sql: world.db.sql, broker, log: silentLog })
    const deps = { sql: world.db.sql, broker, relay, log: silentLog }
    const { market } = world
    const stage = settlementStage({
      sql: world.db.sql,
      market,
      clock: { now: () => world.now },
      log: silentLog,
      borrowRateBps: 0,
    })
    const workers = [await runStage(deps, stage, { concurrency: 2 }), await runStage(deps, stage, { concurrency: 2 })]
    try {
      for (const occasion of ['close', 'evening'] as const) {
        const slot = `settlement:2026-11-20/${occasion}`
        const payload = { slot, occasion, day: tradingDay('2026-11-20') }
        await relay.transaction(world.db.sql, async () => ({
          result: null,
          messages: [
            {
              id: `schedule:${slot}#1`,
              type: 'settlement.due' as const,
              occurredAt: world.now,
              cycleId: null,
              payload,
            },
          ],
        }))
      }
      await eventually(async () => {
        for (const id of ids) expect(await world.holdings(id)).toEqual(['39500', 'SPY 100 at 60500'])
        const depth = (await broker.depths()).find((each) => each.stage === 'settlement')
        expect(depth).toMatchObject({ ready: 0, active: 0, delayed: 0, dead: 0 })
      })
      for (const id of ids) expect(await world.eventsOf(id)).toHaveLength(1)
    } finally {
      await Promise.all(workers.map((worker) => worker.drain()))
      await relay.stop()
      await broker.close()
    }
  }, 180_000)
})
