import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { announceDocuments, saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { BUY, SELL, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const EXAMPLE = `${import.meta.dirname}/../../api/screener/board-example.json`

/** The board of the example, with its first long in another name. */
async function holdLong(ticker: string): Promise<void> {
  const board = JSON.parse(readFileSync(EXAMPLE, 'utf8'))
  const longs = [{ ...board.longs[0], ticker }]
  await world.sql.begin(async (tx) => {
    const body = JSON.stringify({ ...board, longs, shorts: [] })
    const model = { key: 'screener/board', contentType: 'application/json', body, asOf: new Date(), run: 1 }
    await saveReadModel(tx, model)
    await announceDocuments(tx, 'screener')
  })
}

test('an order against a pick of the screener is warned of, and one on the same side is not', async () => {
  const agent = await world.account()
  await agent.bought()
  await holdLong('SPY')
  const sold = (await agent.initiate({ ...SELL, quantity: 1 })).body
  expect(sold.held_against).toEqual([
    {
      kind: 'pick',
      severity: 'info',
      message: expect.stringContaining('the screener holds SPY on the other side'),
      alert_id: null,
      instrument: 'SPY',
    },
  ])
  expect((await agent.initiate({ ...BUY, quantity: 1 })).body.held_against).toEqual([])
})

test('an order is warned of the next ex-dividend date of its underlying, and of none beyond four weeks', async () => {
  const agent = await world.account()
  await holdLong('QQQ')
  await world.sql`
    insert into corporate_actions (symbol, kind, ex_date, amount_e4, pay_date, source) values
      ('SPY', 'dividend', '2026-11-21', 17500, '2026-12-20', 'test'), ('SPY', 'dividend', '2026-12-30', 1, '2027-01-20', 'test')`
  const { held_against } = (await agent.initiate({ ...BUY, quantity: 1 })).body
  expect(held_against).toEqual([
    {
      kind: 'ex_dividend',
      severity: 'warning',
      message: 'SPY goes ex-dividend on 2026-11-21, tomorrow: 1.75 dollars a share',
      alert_id: null,
      instrument: 'SPY',
    },
  ])
  await world.sql`delete from corporate_actions where ex_date = '2026-11-21'`
  expect((await agent.initiate({ ...BUY, quantity: 1 })).body.held_against).toEqual([])
  await world.sql`delete from corporate_actions`
})

test('an order is warned of an active alert by its name, with the time of its figures', async () => {
  const agent = await world.account()
  const evidence = JSON.stringify({ value: 22, unit: '', threshold: 20, inputs: [] })
  await world.sql`
    insert into custom_alerts (name, metric, comparison, fire_at, clear_at, hold_minutes, missing, severity, enabled)
    values ('my line', 'vix_close', 'at_or_above', 20, 15, 0, 'hold', 'info', true)`
  await world.sql`
    insert into alerts (alert_id, episode, severity, message, fired_at, evidence, origin)
    select c.alert_id, 'episode 1', 'info', 'VIX 22', '2026-11-20T09:45:00-05:00', ${evidence}::text::jsonb, 'scheduled'
    from custom_alerts as c`
  const [warning] = (await agent.initiate({ ...BUY, quantity: 1 })).body.held_against
  expect(warning).toMatchObject({
    kind: 'alert',
    alert_id: expect.stringMatching(/^CUSTOM_/),
    message: 'my line, when it fired (Fri 20 Nov 2026, 09:45 ET): VIX 22',
  })
})
