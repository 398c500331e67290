import { expect, test } from 'vitest'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { heldByAccounts } from '../../shared/postgres/trading/account-snapshots.ts'
import {
  holdersWithoutPart,
  insertAction,
  nextDividend,
  openActions,
  payingSplitAhead,
  readAction,
  splitsKnown,
  wasSplit,
} from '../../shared/postgres/trading/corporate-actions.ts'
import {
  accountsInDeficit,
  accountsShortOfStock,
  closesOfSession,
  freezeSettlementPrice,
  frozenPrices,
  hasEntry,
  hasEvent,
  newestEvent,
  optionsHeldThrough,
} from '../../shared/postgres/trading/settlement.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { beginEpochOf, post, trade } from './ledger-world.ts'
import { at, DOLLAR, inEachTest, type SettlementWorld } from './settlement-world.ts'

const CALL = 'SPY261120C00600000'
const CLOSE = at('2026-11-20', '16:00')

let world: SettlementWorld
inEachTest(at('2026-11-20', '16:20'), (opened) => {
  world = opened
})

const EARLIER = 'SPY261119C00600000'
const PUT = 'SPY261120P00590000'
const DAY = tradingDay('2026-11-20')
const remove = (accountId: number) =>
  world.db.sql.begin(async (tx) => {
    await tx`update accounts set status = 'deleted' where id = ${accountId}`
    await recordAccountEvent(tx, { accountId, epoch: 1, kind: 'deleted', actor: 'admin', data: {} })
  })
const back = (id: number, instrument: string, held: { quantity: number; costE4: number }) =>
  post(world.db.sql, id, trade({ instrument, quantity: -held.quantity, notionalE4: DOLLAR, held }))

test('a run finds what open accounts hold in their current epochs', async () => {
  const all = [[CALL, 1, 5] as const, ['AAPL', -10, 200] as const]
  const long = await world.open(100_000, [
    [PUT, 1, 1],
    [CALL, 2, 5],
    ['SPY261218C00600000', 1, 9],
    ['SPY', 60, 600],
  ])
  const short = await world.open(100_000, [...all, ['SPY', -10, 600]])
  const [reset, deleted, closed] = [
    await world.open(100_000, all),
    await world.open(100_000, all),
    await world.open(100_000, all),
  ]
  const written = await world.open(100_000, [[PUT, -1, 5]])
  await beginEpochOf(world.db.sql, reset, 10_000 * DOLLAR)
  const none = { quantity: 0, costE4: 0 }
  await post(world.db.sql, reset, trade({ instrument: EARLIER, quantity: 1, notionalE4: DOLLAR, held: none }))
  await back(closed, CALL, { quantity: 1, costE4: 500 * DOLLAR })
  await back(closed, 'AAPL', { quantity: -10, costE4: -2_000 * DOLLAR })
  await remove(deleted)
  expect([...(await optionsHeldThrough(world.db.sql, DAY))]).toEqual([
    { accountId: reset, epoch: 2, contract: EARLIER },
    { accountId: long, epoch: 1, contract: CALL },
    { accountId: long, epoch: 1, contract: PUT },
    { accountId: short, epoch: 1, contract: CALL },
    { accountId: written, epoch: 1, contract: PUT },
  ])
  expect([...(await accountsShortOfStock(world.db.sql))]).toEqual([{ accountId: short, epoch: 1 }])
})

test('a run finds debts of open accounts, each in its epoch', async () => {
  world.quoted.set('SPY', { price: 610, quotedAt: CLOSE })
  const held = [[CALL, 1, 5]] as const
  const [rich, reset, owing, deleted] = [
    await world.open(100_000, held),
    await world.open(1_000, held),
    await world.open(1_000),
    await world.open(1_000, held),
  ]
  await beginEpochOf(world.db.sql, owing, 1_000 * DOLLAR)
  const none = { quantity: 0, costE4: 0 }
  await post(world.db.sql, owing, trade({ instrument: CALL, quantity: 1, notionalE4: DOLLAR, held: none }))
  await world.runDue('close', '2026-11-20')
  await beginEpochOf(world.db.sql, reset, 1_000 * DOLLAR)
  await remove(deleted)
  expect([...(await accountsInDeficit(world.db.sql))]).toEqual([{ accountId: owing, epoch: 2 }])
  const key = 'settlement:SPY:2026-11-20'
  const has = (id: number, epoch: number, of = key) => hasEntry(world.db.sql as never, id, epoch, of)
  expect([await has(rich, 1), await has(reset, 1), await has(owing, 2)]).toEqual([true, true, true])
  for (const of of [has(reset, 2), has(owing, 1), has(rich, 1, 'settlement:SPY:2026-11-27')])
    expect(await of).toBe(false)
})

test('a run finds an event of the account, its epoch, its kind and its subject', async () => {
  const [id, other] = [await world.open(1_000), await world.open(1_000)]
  const tell = (accountId: number, epoch: number, kind: 'maintenance_call' | 'maintenance_met', subject: string) =>
    world.db.sql.begin((tx) => recordAccountEvent(tx, { accountId, epoch, kind, actor: 'service', data: { subject } }))
  const tx = world.db.sql as never
  const newest = (accountId: number, epoch = 1) =>
    newestEvent(tx, accountId, epoch, ['maintenance_call', 'maintenance_unknown'])
  expect(await newest(id)).toBeNull()
  await tell(id, 1, 'maintenance_call', 'first')
  await tell(id, 1, 'maintenance_call', 'second')
  await tell(id, 1, 'maintenance_met', 'third')
  await beginEpochOf(world.db.sql, id, 1_000 * DOLLAR)
  await tell(id, 2, 'maintenance_call', 'fourth')
  await tell(other, 1, 'maintenance_call', 'fifth')
  expect(await newest(id)).toEqual({ kind: 'maintenance_call', subject: 'second' })
  expect(await newest(id, 2)).toEqual({ kind: 'maintenance_call', subject: 'fourth' })
  expect(await hasEvent(tx, id, 1, 'maintenance_call', 'first')).toBe(true)
  for (const [epoch, kind, subject] of [
    [1, 'maintenance_call', 'third'],
    [1, 'maintenance_met', 'first'],
    [2, 'maintenance_call', 'first'],
    [1, 'maintenance_call', 'fifth'],
  ] as const)
    expect(await hasEvent(tx, id, epoch, kind, subject), subject).toBe(false)
})

test('a run finds the newest revision of a close of that session, and the price that was frozen for the day', async () => {
  const bar = (symbol: string, day: string, close: number) => ({
    symbol,
    day: tradingDay(day),
    close,
    knownAt: CLOSE,
    origin: 'scheduled' as const,
  })
  const value = (series: 'spy_close' | 'uso_close' | 'xly_adjclose', day: string, close: number) => {
    const { knownAt, origin } = bar('', day, close)
    return { series, day: tradingDay(day), value: close, knownAt, source: 'market', origin }
  }
  for (const close of [202, 201]) await saveMemberBars(world.db.sql, [bar('AAPL', DAY, close)], 'breadth')
  await saveMemberBars(world.db.sql, [bar('ZTS', DAY, 150)], 'breadth')
  for (const close of [612, 611]) await saveObservations(world.db.sql, [value('spy_close', DAY, close)])
  await saveObservations(world.db.sql, [value('uso_close', DAY, 80), value('xly_adjclose', DAY, 500)])
  // The sessions around it were restated more often.
  for (const day of ['2026-11-19', '2026-11-23'])
    for (const close of [1, 2, 3]) {
      await saveMemberBars(world.db.sql, [bar('AAPL', day, close)], 'breadth')
      await saveObservations(world.db.sql, [value('spy_close', day, close)])
    }
  expect([...(await closesOfSession(world.db.sql, DAY, ['AAPL', 'SPY', 'XLY'])).values()]).toEqual([
    { symbol: 'AAPL', price: 201, source: 'breadth' },
    { symbol: 'SPY', price: 611, source: 'market' },
  ])
  const freeze = (underlying: string, day: string, priceE4: number) =>
    world.db.sql.begin((tx) =>
      freezeSettlementPrice(tx, underlying, tradingDay(day), { priceE4, source: 'market', quotedAt: CLOSE }),
    )
  await freeze('SPY', DAY, 6_110_000)
  await freeze('SPY', '2026-11-13', 6_000_000)
  await freeze('AAPL', DAY, 2_010_000)
  expect(await freeze('SPY', DAY, 1)).toMatchObject({ priceE4: 6_110_000 })
  const which = [
    { underlying: 'SPY', expiration: DAY },
    { underlying: 'AAPL', expiration: tradingDay('2026-11-13') },
  ]
  expect([...(await frozenPrices(world.db.sql, which))]).toEqual([[`SPY ${DAY}`, 6_110_000]])
})

const MONDAY = tradingDay('2026-11-23')
const split = (symbol: string, day: string, newShares = 2, oldShares = 1) =>
  insertAction(world.db.sql, {
    symbol,
    kind: 'split',
    exDate: tradingDay(day),
    newShares,
    oldShares,
    fractionPriceE4: oldShares > 1 ? DOLLAR : null,
    source: 'test',
  })
const dividend = (symbol: string, day: string) =>
  insertAction(world.db.sql, {
    symbol,
    kind: 'dividend',
    exDate: tradingDay(day),
    payDate: tradingDay('2026-12-31'),
    amountE4: DOLLAR,
    source: 'test',
  })
const openingOf = at(MONDAY, '09:30')

test('a run finds holders when the day opens who have not had their part', async () => {
  const [shares, options, lastDay, short] = [
    await world.open(100_000, [['SPY', 100, 600]]),
    await world.open(100_000, [['SPY261218C00600000', 1, 5]]),
    await world.open(100_000, [['SPY261123C00600000', 1, 5]]),
    await world.open(100_000, [['SPY', -10, 600]]),
  ]
  for (const other of [CALL, 'SPYG261218C00600000', 'SPYG']) await world.open(100_000, [[other, 1, 5]])
  const [reset, deleted, sold] = [
    await world.open(100_000, [['SPY', 1, 600]]),
    await world.open(100_000, [['SPY', 1, 600]]),
    await world.open(100_000, [['SPY', 1, 600]]),
  ]
  const late = await world.open(100_000, [['AAPL', 1, 200]])
  await beginEpochOf(world.db.sql, reset, 1_000 * DOLLAR)
  await remove(deleted)
  await back(sold, 'SPY', { quantity: 1, costE4: 600 * DOLLAR })
  await world.moveTo(openingOf)
  const none = { quantity: 0, costE4: 0 }
  await post(world.db.sql, late, trade({ quantity: 1, notionalE4: DOLLAR, held: none }))
  await back(shares, 'SPY', { quantity: 100, costE4: 60_000 * DOLLAR })
  const actions = [await split('SPY', MONDAY), await dividend('SPY', MONDAY)]
  const [divided, paid] = await Promise.all(actions.map((id) => readAction(world.db.sql, id!)))
  const holders = async (action: typeof paid, step: 'accrue' | 'pay' | 'split', recordAt = openingOf) =>
    (await holdersWithoutPart(world.db.sql, action!, { step, recordAt })).map(({ accountId }) => accountId)
  expect(await holders(divided, 'split')).toEqual([shares, options, lastDay, short])
  expect(await holders(paid, 'accrue')).toEqual([shares, short])
  expect(await holders(paid, 'accrue', at(MONDAY, '09:31'))).toEqual([short, late])
  // As of a holder who has sold all of the options by then.
  const gone = { instrument: CALL, quantity: 0, became: null, became_quantity: 0, cash: 0 }
  const tell = (accountId: number, epoch: number, kind: 'split' | 'dividend_accrued', subject: string) =>
    world.db.sql.begin((tx) =>
      recordAccountEvent(tx, { accountId, epoch, kind, actor: 'service', data: { ...gone, subject } }),
    )
  await tell(short, 1, 'dividend_accrued', `dividend:SPY:${MONDAY}`)
  await tell(shares, 2, 'dividend_accrued', `dividend:SPY:${MONDAY}`)
  await tell(shares, 1, 'dividend_accrued', 'dividend:SPY:2026-08-23')
  await tell(options, 1, 'split', `split:SPY:${MONDAY}`)
  await tell(shares, 1, 'split', `dividend:SPY:${MONDAY}`)
  expect(await holders(paid, 'accrue')).toEqual([shares])
  expect(await holders(paid, 'pay')).toEqual([shares, short])
  expect(await holders(divided, 'split')).toEqual([shares, lastDay, short])
})

test('a run finds actions of the symbol and of the days that were asked for', async () => {
  const { sql } = world.db
  for (const day of [DAY, '2026-11-24', MONDAY]) await dividend('SPY', day)
  await dividend('AAPL', MONDAY)
  await split('SPY', MONDAY)
  await split('SPY', DAY, 1, 8)
  await split('SPY', '2026-11-24', 1, 4)
  await split('SPY', '2026-11-25')
  await split('AAPL', DAY, 3)
  const day = tradingDay
  const next = async (from: string, to: string) =>
    (await nextDividend(sql, 'SPY', { from: day(from), to: day(to) }))?.exDate ?? null
  expect([await next(DAY, MONDAY), await next('2026-11-21', MONDAY)]).toEqual([DAY, MONDAY])
  expect([await next('2026-11-21', '2026-11-22'), await next('2026-11-25', '2026-11-26')]).toEqual([null, null])
  const was = (symbol: string, after: string, through: string) =>
    wasSplit(sql, symbol, { after: day(after), through: day(through) })
  expect([await was('SPY', '2026-11-20', MONDAY), await was('AAPL', '2026-11-19', DAY)]).toEqual([true, true])
  expect([await was('AAPL', DAY, MONDAY), await was('SPY', DAY, '2026-11-22')]).toEqual([false, false])
  const open = (await openActions(sql, MONDAY)).map(({ symbol, kind, exDate }) => `${exDate} ${kind} ${symbol}`)
  expect(open).toEqual([
    `${DAY} split SPY`,
    `${DAY} split AAPL`,
    `${DAY} dividend SPY`,
    `${MONDAY} split SPY`,
    `${MONDAY} dividend SPY`,
    `${MONDAY} dividend AAPL`,
  ])
  expect(await payingSplitAhead(sql, 'SPY')).toMatchObject({ exDate: '2026-11-24', oldShares: 4 })
  expect(await payingSplitAhead(sql, 'AAPL')).toBeNull()
  const known = async (symbols: string[], knownBy: Date) =>
    [...(await splitsKnown(sql, { symbols, upTo: MONDAY, knownBy })).values()].flat().map(({ ratio }) => ratio)
  const [entered] = await sql<{ at: Date }[]>`select max(c.known_at) as at from corporate_actions as c`
  expect(await known(['SPY', 'QQQ'], entered!.at)).toEqual([0.125, 2])
  expect(await known(['SPY'], new Date(0))).toEqual([])
})

test('a snapshot takes the accounts that were open at its hour, with what they hold now', async () => {
  const before = await world.open(100_000)
  const held = await world.open(100_000, [
    ['SPY', 1, 600],
    [PUT, 1, 1],
  ])
  const [reset, again, sold, deleted] = [
    await world.open(100_000, [['AAPL', 1, 200]]),
    await world.open(100_000),
    await world.open(100_000, [['QQQ', 1, 500]]),
    await world.open(100_000),
  ]
  await beginEpochOf(world.db.sql, reset, 1_000 * DOLLAR)
  await back(sold, 'QQQ', { quantity: 1, costE4: 500 * DOLLAR })
  await remove(deleted)
  await world.moveTo(at('2026-11-20', '16:21'))
  await beginEpochOf(world.db.sql, again, 1_000 * DOLLAR)
  const [late, outside] = [await world.open(100_000), await world.open(100_000)]
  const found = async (fromAccount: number, throughAccount: number, hour: string) => {
    const range = { fromAccount, throughAccount, at: at('2026-11-20', hour).toISOString() }
    const rows = await heldByAccounts(world.db.sql, range)
    return rows.map(({ accountId, epoch, positions }) => `${accountId} ${epoch} ${positions.map((p) => p.instrument)}`)
  }
  expect(await found(held, late, '16:20')).toEqual([`${held} 1 SPY,${PUT}`, `${reset} 2 `, `${sold} 1 `])
  expect(await found(before, before, '16:20')).toEqual([`${before} 1 `])
  expect(await found(again, late, '16:21')).toEqual([`${again} 2 `, `${sold} 1 `, `${late} 1 `])
  expect(await found(outside, outside, '16:21')).toEqual([`${outside} 1 `])
})
