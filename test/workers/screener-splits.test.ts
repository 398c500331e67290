import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { trackedPick } from '../../harness/fixtures/tracked.ts'
import type { Setup } from '../../pipeline/screener/setup.ts'
import type { Entry } from '../../pipeline/screener/tracked.ts'
import { ActionBoard } from '../../shared/domain/contract/screener/board.ts'
import type { ScreenerRun } from '../../shared/postgres/screener/runs.ts'
import { rememberedSetups } from '../../shared/postgres/screener/setups.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { splitsKnown } from '../../shared/postgres/trading/corporate-actions.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { logPicks } from '../../workers/screener/log-picks.ts'
import { atrBefore, nameHistories } from '../../workers/screener/name-histories.ts'
import { drive, dueMessage, seedScreener, TODAY } from './support/screener-world.ts'

const db = testDatabase()
/** The session after the last bars. */
const EX_DATE = addSessions(TODAY, 1).day
const MORNING = instantAt(EX_DATE, '10:30')
const ANNOUNCED = instantAt(TODAY, '12:00')

const split = (symbol: string, knownAt: Date) => db.sql`
  insert into corporate_actions (symbol, kind, ex_date, new_shares, old_shares, source, known_at)
  values (${symbol}, 'split', ${EX_DATE}::text::date, 4, 1, 'test', ${knownAt}) on conflict do nothing`

const historiesOf = async (symbol: string, price: number) =>
  (
    await nameHistories(
      db.sql,
      [symbol],
      { upTo: TODAY, knownBy: MORNING },
      {
        day: EX_DATE,
        prices: new Map([[symbol, price]]),
      },
    )
  ).get(symbol)!

beforeAll(async () => {
  await seedScreener(db.sql)
  for (const back of [4, 3, 2, 1]) {
    const { day } = addSessions(TODAY, -back)
    await drive([dueMessage(day, 'pm', 'backfill')], { sql: db.sql, now: instantAt(TODAY, '09:00') })
  }
  await drive([dueMessage(TODAY, 'pm')], { sql: db.sql, now: instantAt(TODAY, '17:31') })
})

test('a split is known from its adoption on, up to its ex-date', async () => {
  await split('ZAA', ANNOUNCED)
  const known = async (upTo: typeof TODAY, knownBy: Date) =>
    (await splitsKnown(db.sql, { symbols: ['ZAA', 'ZAB'], upTo, knownBy })).get('ZAA') ?? null
  expect(await known(EX_DATE, MORNING)).toMatchObject([{ exDate: EX_DATE, ratio: 4, knownAt: ANNOUNCED }])
  expect(await known(TODAY, MORNING)).toBeNull()
  expect(await known(EX_DATE, new Date(ANNOUNCED.getTime() - 1))).toBeNull()
})

test('bars are in the shares of the price that follows them', async () => {
  const whole = await historiesOf('ZAC', 1)
  const last = whole.closes.at(-1)!
  await split('ZAC', ANNOUNCED)
  expect((await historiesOf('ZAC', last)).closes).toEqual(whole.closes)
  const divided = await historiesOf('ZAC', last / 4)
  expect(divided.closes.at(-1)).toBe(last / 4)
  expect(divided.volumes.at(-1)).toBe(whole.volumes.at(-1)! * 4)
  expect(atrBefore(divided, EX_DATE)).toBeCloseTo(atrBefore(whole, EX_DATE) / 4, 9)
})

test('on the morning of a split a pick enters with a stop of new shares, and the run restates references and levels', async () => {
  const [waiting] = await db.sql<{ id: string; ticker: string }[]>`
    select r.id, r.ticker from screener_records as r where r.entered_on is null and not exists (
      select 1 from screener_records as o where o.ticker = r.ticker and o.slot is not null)
    order by r.id limit 1`
  const held = await db.sql<{ id: string; ticker: string; entry: Entry }[]>`
    select r.id, r.ticker, r.progress->'entry' as entry from screener_records as r
    where r.entered_on is not null and r.slot is not null and r.exited_on is null order by r.id limit 1`
  const names = [waiting!.ticker, held[0]!.ticker]
  const setups = async () =>
    (await rememberedSetups<Setup>(db.sql, names)).filter(({ reference }) => reference !== null)
  const before = await setups()
  expect(before.length).toBeGreaterThan(0)
  const closes = new Map(
    await Promise.all(names.map(async (name) => [name, (await historiesOf(name, 1)).closes.at(-1)!] as const)),
  )
  const ranges = new Map(
    await Promise.all(names.map(async (name) => [name, atrBefore(await historiesOf(name, 1), EX_DATE)] as const)),
  )
  for (const name of names) await split(name, ANNOUNCED)
  const prices = new Map([['SPY', 500], ...[...closes].map(([name, close]) => [name, close / 4] as const)])

  const entries = { type: 'screener.entries', occurredAt: new Date(), cycleId: null } as const
  const message = { ...entries, id: `schedule:screener-entry:${EX_DATE}T09:45#1`, payload: { slot: 'x', day: EX_DATE } }
  await drive([message], { sql: db.sql, now: instantAt(EX_DATE, '09:45'), prices })
  const [entered] = await db.sql<{ entry: Entry }[]>`
    select r.progress->'entry' as entry from screener_records as r where r.id = ${waiting!.id}`
  expect(entered!.entry.price).toBe(closes.get(waiting!.ticker)! / 4)
  expect(entered!.entry.atr).toBeCloseTo(ranges.get(waiting!.ticker)! / 4, 9)

  await drive([dueMessage(EX_DATE, 'am')], { sql: db.sql, now: MORNING, prices })
  const board = ActionBoard.parse(JSON.parse((await readModel(db.sql, 'screener/board'))!.body))
  const contract = [...board.longs, ...board.shorts].find((row) => row.contract!.id === held[0]!.id)!.contract!
  expect(contract).toMatchObject({ shares_since_entry: 4 })
  expect(contract.entry!.price).toBeCloseTo(held[0]!.entry.price / 4, 5)
  expect(contract.last_close).toBeCloseTo(closes.get(held[0]!.ticker)! / 4, 5)
  expect(Math.abs(contract.return!)).toBeLessThan(0.5)
  const after = new Map((await setups()).map((setup) => [`${setup.ticker} ${setup.archetype} ${setup.episode}`, setup]))
  const carried = before.flatMap((setup) => {
    const now = after.get(`${setup.ticker} ${setup.archetype} ${setup.episode}`)
    return now ? [[setup.reference! / 4, now.reference] as const] : []
  })
  expect(carried.length).toBeGreaterThan(0)
  for (const [expected, reference] of carried) expect(reference).toBeCloseTo(expected, 9)
})

test('a pick that leaves after a split states that its price is in the shares of its entry', async () => {
  const exit = { day: EX_DATE, reason: 'price', price: 380, spy: 500 } as const
  const entry = { day: TODAY, at: 'open', price: 400, spy: 500, atr: 8, invalidation: 388 } as const
  const left = (id: string, changes: { shares?: number }) => ({
    tracked: { ...trackedPick({ id, entry, contract: { exit } }), ...changes },
    hasEntered: false,
    hasExited: true,
    outcome: null,
  })
  const run = { dueAt: MORNING, origin: 'scheduled' } as unknown as ScreenerRun
  const advanced = [left('whole', {}), left('split', { shares: 4 })]
  await db.sql.begin((tx) => logPicks(tx, run, { advanced, recorded: [], decidedAt: MORNING }))
  const rows = await db.sql<{ title: string }[]>`
    select e.title from events as e where e.key in ('pick-exit:whole', 'pick-exit:split') order by e.key desc`
  const why = 'by a close beyond its invalidation level'
  expect(rows.map(({ title }) => title)).toEqual([
    `AAA left the long book at 380.00, ${why}`,
    `AAA left the long book at 380.00 in shares of before its split, ${why}`,
  ])
})
