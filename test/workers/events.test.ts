import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { appendEvents, pruneEvents, readEvents } from '../../shared/postgres/signals/events.ts'

const database = testDatabase()
let other: Pool
beforeAll(async () => {
  other = openPool(database.url, { max: 5, name: 'another-process' })
})
afterAll(async () => {
  await other.end({ timeout: 1 })
})

const event = (key: string, over: Partial<NewEvent> = {}): NewEvent => ({
  key,
  kind: 'slot',
  subject: 'cycle',
  severity: 'info',
  title: `${key} happened`,
  at: new Date('2024-03-12T14:00:00Z'),
  data: {},
  cycleId: null,
  origin: 'scheduled',
  ...over,
})
const all = { after: 0, before: null, kinds: [], limit: 1_000 } as const

test('events: an event is logged once, however often it is appended', async () => {
  const said = [event('once'), event('again')]
  expect(await database.sql.begin((tx) => appendEvents(tx, said))).toBe(2)
  expect(await database.sql.begin((tx) => appendEvents(tx, said))).toBe(0)
  expect((await readEvents(database.sql, all)).map(({ title }) => title)).toEqual(['once happened', 'again happened'])
})

test('events: a cursor never skips an event, because a later id is not visible before an earlier one', async () => {
  const from = Math.max(...(await readEvents(database.sql, all)).map(({ id }) => id))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let appended = () => {}
  const slowAppended = new Promise<void>((resolve) => {
    appended = resolve
  })
  const slow = database.sql.begin(async (tx) => {
    await appendEvents(tx, [event('slow')])
    appended()
    await held
  })
  await slowAppended
  let done = false
  const quick = other
    .begin((tx) => appendEvents(tx, [event('quick')]))
    .finally(() => {
      done = true
    })
  await eventually(async () => {
    const waiting = await database.sql`
      select 1 from pg_stat_activity as a
      where a.datname = current_database() and a.wait_event_type = 'Lock' and a.wait_event = 'advisory'`
    return done || waiting.count === 1
  })
  const seenMeanwhile = await readEvents(database.sql, { ...all, after: from })
  release()
  await Promise.all([slow, quick])
  expect(seenMeanwhile).toEqual([])
  const seen = await readEvents(database.sql, { ...all, after: from })
  expect(seen.map(({ title }) => title)).toEqual(['slow happened', 'quick happened'])
})

test('events: pages go either way and keep to the requested kinds', async () => {
  await database.sql.begin((tx) =>
    appendEvents(
      tx,
      ['a', 'b', 'c', 'd'].map((key) => event(`news/${key}`, { kind: 'news', subject: key })),
    ),
  )
  const news = { ...all, kinds: ['news'] as const }
  const first = await readEvents(database.sql, { ...news, after: null, limit: 2 })
  expect(first.map(({ subject }) => subject)).toEqual(['d', 'c'])
  const second = await readEvents(database.sql, { ...news, after: null, before: first[1]!.id, limit: 2 })
  expect(second.map(({ subject }) => subject)).toEqual(['b', 'a'])
  const onwards = await readEvents(database.sql, { ...news, after: second[1]!.id, limit: 2 })
  expect(onwards.map(({ subject }) => subject)).toEqual(['b', 'c'])
})

test('events: pruning deletes the oldest in batches', async () => {
  const old = event('old', { at: new Date('2020-01-01T00:00:00Z') })
  await database.sql.begin((tx) => appendEvents(tx, [old]))
  expect(await pruneEvents(database.sql, new Date('2021-01-01T00:00:00Z'), 10)).toBe(1)
  expect(await pruneEvents(database.sql, new Date('2021-01-01T00:00:00Z'), 10)).toBe(0)
})
