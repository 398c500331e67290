import { expect, test } from 'vitest'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, later, SELL, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const CALL = 'SPY261218C00600000'
const HIGHER_CALL = 'SPY261218C00610000'
const QQQ = { symbol: 'QQQ', side: 'buy', quantity: 1 }

/** An account with a fill of each symbol, a cancelled trade, and one whose minute is over before any row says so. */
async function trader() {
  const agent = await world.account()
  await world.quote({ symbol: 'QQQ', bid: 500, ask: 500.02 })
  const filled = (await agent.bought()).body.trade_id
  const other = (await agent.bought(QQQ)).body.trade_id
  const cancelled = await agent.pending()
  expect((await agent.cancel(cancelled)).status).toBe(200)
  const overdue = await agent.pending(QQQ)
  await world.moveTo(later(600_000))
  return { agent, filled, other, cancelled, overdue }
}

const history = (agent: Agent, query: string) => agent.ask({ url: `${TRADING}/history?${query}` })
async function found(agent: Agent, query: string): Promise<{ ids: string[]; total: number }> {
  const { status, text, body } = await history(agent, query)
  expect(status, text).toBe(200)
  return { ids: body.trades.map(({ trade_id }: { trade_id: string }) => trade_id), total: body.total }
}

test('the history is filtered by symbol, by the way a trade ended, and by the day of its order', async () => {
  const { agent, filled, other, cancelled, overdue } = await trader()
  const cases: [string, string[]][] = [
    ['', [overdue, cancelled, other, filled]],
    ['symbol=SPY', [cancelled, filled]],
    ['symbol=qqq', [overdue, other]],
    ['symbol=IWM', []],
    ['status=executed', [other, filled]],
    ['status=expired', [overdue]],
    ['status=rejected', []],
    ['status=executed&symbol=QQQ', [other]],
    ['from=2026-11-20&to=2026-11-20', [overdue, cancelled, other, filled]],
    ['from=2026-11-21', []],
    ['to=2026-11-19', []],
  ]
  for (const [query, ids] of cases)
    expect([query, await found(agent, query)]).toEqual([query, { ids, total: ids.length }])
  const admin = await ask(world.one, { url: `${ACCOUNTS}/${agent.account_id}/history?symbol=SPY&status=executed` })
  expect(admin.json()).toMatchObject({ trades: [{ trade_id: filled }], total: 1, next_before: null })
})

test('the history is filtered by side and by class, and a package has no side', async () => {
  const agent = await world.account()
  await world.quote({ symbol: CALL, bid: 10, ask: 10.2 })
  await world.quote({ symbol: HIGHER_CALL, bid: 5, ask: 5.2 })
  const stock = (await agent.bought()).body.trade_id
  const sold = (await agent.bought(SELL)).body.trade_id
  const option = (await agent.bought({ contract: CALL, side: 'buy', quantity: 1 })).body.trade_id
  const sides = { [CALL]: 'buy', [HIGHER_CALL]: 'sell' }
  const legs = Object.entries(sides).map(([contract, side]) => ({ contract, side }))
  const spread = (await agent.bought({ quantity: 1, legs })).body.trade_id
  const cases: [string, string[]][] = [
    ['side=buy', [option, stock]],
    ['side=sell', [sold]],
    ['class=stock', [sold, stock]],
    ['class=option', [option]],
    ['class=package', [spread]],
    ['class=package&side=buy', []],
    ['class=stock&side=buy&symbol=SPY&status=executed', [stock]],
  ]
  for (const [query, ids] of cases)
    expect([query, await found(agent, query)]).toEqual([query, { ids, total: ids.length }])
  expect((await history(agent, 'class=stock&limit=1')).body).toMatchObject({ total: 2, next_before: sold })
})

test('an order late in the evening belongs to its Eastern day', async () => {
  const agent = await world.account()
  const id = await agent.pending()
  await world.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update trades set created_at = '2026-11-20T23:59:00-05:00', expires_at = '2026-11-21T00:00:00-05:00' where id = ${id}`
  })
  await world.moveTo(later(86_400_000))
  expect((await found(agent, 'from=2026-11-20&to=2026-11-20')).ids).toEqual([id])
  expect((await found(agent, 'from=2026-11-21')).ids).toEqual([])
})

test('pages by next_before name each trade once, although trades end between them', async () => {
  const { agent, filled, other, cancelled, overdue } = await trader()
  const first = (await history(agent, 'limit=2')).body
  expect(first).toMatchObject({ trades: [{ trade_id: overdue }, { trade_id: cancelled }], next_before: cancelled })
  await world.quote({ quotedAt: later(600_000) })
  const newer = (await agent.bought(SELL)).body.trade_id
  expect((await found(agent, 'limit=2&offset=2')).ids).toEqual([cancelled, other])
  const next = (await history(agent, `limit=2&before=${first.next_before}`)).body
  expect(next).toMatchObject({ trades: [{ trade_id: other }, { trade_id: filled }], total: 5, next_before: null })
  expect((await found(agent, `before=${newer}&status=executed`)).ids).toEqual([other, filled])
})

test('a filter that cannot be meant is refused by name', async () => {
  const { agent, filled } = await trader()
  const stranger = await world.account()
  const cases: [string, string][] = [
    ['symbol=SPY261218C00690000', 'symbol'],
    ['status=pending', 'status'],
    ['side=hold', 'side'],
    ['class=future', 'class'],
    ['from=2026-02-30', 'from'],
    ['from=2026-11-20&to=2026-11-19', 'to'],
    ['before=1', 'before'],
    ['before=5f0c1c1e-7d1f-4b58-9a62-0d6f2a6f4a11', 'before'],
    [`before=${filled}&offset=1`, 'offset'],
  ]
  for (const [query, field] of cases) {
    const { status, code, body } = await history(agent, query)
    expect([query, status, code, body.details?.fields]).toEqual([query, 400, 'invalid_parameter', [field]])
  }
  expect((await history(stranger, `before=${filled}`)).body.details.fields).toEqual(['before'])
})
