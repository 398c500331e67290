import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { logEvents, loggedEvents, sequenceAll } from '../../harness/log-events.ts'
import type { LoggedEvent, NewEvent } from '../../shared/domain/contract/event.ts'
import { FLOW_VENDOR_NAMES } from '../../shared/flow-vendor/names.ts'
import { FIRST_HASH } from '../../shared/postgres/events/event-chain.ts'
import { appendEvents, pruneEvents, readEvents } from '../../shared/postgres/events/events.ts'
import { sequenceEvents } from '../../shared/postgres/events/sequence-events.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'

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
const [NAME] = FLOW_VENDOR_NAMES as [string]
const all = { after: 0, before: null, kinds: [], limit: 1_000 } as const
const append = (...events: NewEvent[]) => database.sql.begin((tx) => appendEvents(tx, events))

/** As a client checks it, from what is served alone. */
function expectWholeChain(events: readonly LoggedEvent[], hashBefore = FIRST_HASH): void {
  let before = hashBefore
  for (const [at, { hash, ...rest }] of events.entries()) {
    expect(hash).toBe(
      createHash('sha256')
        .update(`${before}\n${canonicalize(rest)}`)
        .digest('hex'),
    )
    if (at > 0) expect(rest.prev_id).toBe(events[at - 1]!.id)
    before = hash
  }
}

test('events: an event is logged once, however often it is appended', async () => {
  const told = [event('once'), event('again')]
  expect(await append(...told)).toBe(2)
  expect(await append(...told)).toBe(0)
  expect((await loggedEvents(database.sql, all)).map(({ title }) => title)).toEqual(['once happened', 'again happened'])
})

test('events: an event of an open transaction holds up no other, and gets a later id', async () => {
  const from = Math.max(...(await readEvents(database.sql, all)).map(({ id }) => id))
  await database.sql.begin(async (tx) => {
    await appendEvents(tx, [event('slow')])
    await other.begin((its) => appendEvents(its, [event('quick')]))
    await sequenceAll(other)
    expect((await readEvents(other, { ...all, after: from })).map(({ title }) => title)).toEqual(['quick happened'])
  })
  const seen = await loggedEvents(database.sql, { ...all, after: from })
  expect(seen.map(({ title }) => title)).toEqual(['quick happened', 'slow happened'])
})

test('events: pages go either way and keep to the requested kinds', async () => {
  await logEvents(
    database.sql,
    ['a', 'b', 'c', 'd'].map((key) => event(`news/${key}`, { kind: 'news', subject: key })),
  )
  const news = { ...all, kinds: ['news'] as const }
  const first = await readEvents(database.sql, { ...news, after: null, limit: 2 })
  expect(first.map(({ subject }) => subject)).toEqual(['d', 'c'])
  const second = await readEvents(database.sql, { ...news, after: null, before: first[1]!.id, limit: 2 })
  expect(second.map(({ subject }) => subject)).toEqual(['b', 'a'])
  const onwards = await readEvents(database.sql, { ...news, after: second[1]!.id, limit: 2 })
  expect(onwards.map(({ subject }) => subject)).toEqual(['b', 'c'])
})

test('events: five sequencers at once give each event one id, and the chain holds', async () => {
  const appending = Array.from({ length: 40 }, (_, at) => append(event(`race ${at}`, { data: { price: at / 3, at } })))
  const sequencing = Array.from({ length: 5 }, async () => {
    for (let turn = 0; turn < 40; turn++) await sequenceEvents(other, 3)
  })
  await Promise.all([...appending, ...sequencing])
  const events = await loggedEvents(database.sql, all)
  expect(events.filter(({ title }) => title.startsWith('race'))).toHaveLength(40)
  expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
  expectWholeChain(events)
})

test('events: a batch whose sequencer died before its commit is sequenced by the next one', async () => {
  const latest = (await readEvents(database.sql, all)).at(-1)!.id
  await append(event('left 1'), event('left 2'))
  await database.sql`
    create function break_once() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`
  await database.sql`create trigger broken before update on event_logs for each statement execute function break_once()`
  await expect(sequenceEvents(other, 500)).rejects.toThrow('broken')
  expect((await readEvents(database.sql, all)).at(-1)!.id).toBe(latest)
  await database.sql`drop trigger broken on event_logs`
  const events = await loggedEvents(database.sql, all)
  expect(events.slice(-2).map(({ id, title }) => `${id} ${title}`)).toEqual([
    `${latest + 1} left 1 happened`,
    `${latest + 2} left 2 happened`,
  ])
  expectWholeChain(events)
})

test('events: each log has ids and a chain of its own', async () => {
  await logEvents(database.sql, [event('of account 7', { kind: 'account' })], 'account/7')
  const [first, ...rest] = await readEvents(database.sql, { ...all, log: 'account/7' })
  expect(first).toMatchObject({ id: 1, prev_id: null, title: 'of account 7 happened' })
  expect(rest).toEqual([])
  expectWholeChain([first!])
})

test('events: strings are scrubbed before they are hashed', async () => {
  await logEvents(database.sql, [event('vendor', { title: `${NAME} rose`, data: { by: NAME.replace(' ', '') } })])
  const events = await readEvents(database.sql, all)
  expect(JSON.stringify(events.at(-1))).not.toContain(NAME.replace(' ', ''))
  expectWholeChain(events)
})

test('events: after a restore ids continue a million higher, and an event of each log says so', async () => {
  const latest = (await readEvents(database.sql, all)).at(-1)!.id
  await database.sql`update event_origin set origin = 'another database'`
  await logEvents(database.sql, [event('after the restore')])
  const events = await readEvents(database.sql, all)
  expect(events.slice(-2).map(({ id, prev_id, kind, subject }) => ({ id, prev_id, kind, subject }))).toEqual([
    { id: latest + 1_000_001, prev_id: latest, kind: 'clock', subject: 'event_log' },
    { id: latest + 1_000_002, prev_id: latest + 1_000_001, kind: 'slot', subject: 'cycle' },
  ])
  expectWholeChain(events)
})

test('events: pruning deletes the oldest in batches and leaves the chain of the others', async () => {
  const before = await readEvents(database.sql, all)
  await database.sql`update events set recorded_at = '2020-01-01' where log = 'public' and id <= 3`
  expect(await pruneEvents(database.sql, new Date('2021-01-01T00:00:00Z'), 2)).toBe(2)
  expect(await pruneEvents(database.sql, new Date('2021-01-01T00:00:00Z'), 2)).toBe(1)
  expect(await pruneEvents(database.sql, new Date('2021-01-01T00:00:00Z'), 2)).toBe(0)
  const kept = await readEvents(database.sql, all)
  expect(kept[0]!.id).toBe(4)
  expectWholeChain(kept.slice(0, 20), before[2]!.hash)
})
