import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { logEvents } from '../../harness/log-events.ts'
import { EVENT_KINDS, type NewEvent } from '../../shared/domain/contract/event.ts'
import { testApi } from './support/api.ts'

const FEED = '/api/v1/events/feed'
const event = (key: string, over: Partial<NewEvent> = {}): NewEvent => ({
  key,
  kind: 'slot',
  subject: 'cycle',
  severity: 'info',
  title: key,
  data: {},
  cycleId: null,
  origin: 'scheduled',
  at: new Date('2026-11-20T15:00:00Z'),
  ...over,
})

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await testApi(db.url, { limits: { documentAgeMs: 600_000 } })
})

const log = (...events: NewEvent[]) => logEvents(db.sql, events)
const get = async (query = '') => {
  const answer = await app.inject(`${FEED}${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const titles = (page: { events: { title: string }[] }) => page.events.map(({ title }) => title)

test('an empty log has a reason and no cursor', async () => {
  expect(await get()).toEqual({
    schema_version: '2026.11',
    events: [],
    count: 0,
    next_after: null,
    next_before: null,
    has_more: false,
    latest_id: null,
    oldest_id: null,
    retention_days: 400,
    reason: 'nothing has happened since the log began',
  })
})

describe('ten events of three kinds', () => {
  beforeAll(async () => {
    await get()
    await log(...Array.from({ length: 6 }, (_, at) => event(`slot ${at}`)))
    await log(event('alert 6', { kind: 'alert', severity: 'critical' }), event('news 7', { kind: 'news' }))
    await log(event('alert 8', { kind: 'alert', severity: 'warning' }), event('slot 9'))
    // The announcement ends the freshness of the page that was read before.
    await eventually(async () => expect((await get()).count).toBe(10))
  })

  test('are served newest first, page by page back to the first', async () => {
    const seen: string[] = []
    let page = await get('?limit=4')
    expect(page).toMatchObject({ count: 4, has_more: true, reason: null, next_after: page.latest_id })
    for (;;) {
      seen.push(...titles(page))
      if (page.next_before === null) break
      page = await get(`?limit=4&before=${page.next_before}`)
      expect(page.next_after).toBeNull()
    }
    expect(seen).toEqual([
      'slot 9',
      'alert 8',
      'news 7',
      'alert 6',
      'slot 5',
      'slot 4',
      'slot 3',
      'slot 2',
      'slot 1',
      'slot 0',
    ])
    expect(page).toMatchObject({ count: 2, has_more: false })
  })

  test('reach a follower once each, in order, and new ones continue from its cursor', async () => {
    const seen: string[] = []
    let cursor = 0
    for (let more = true; more; ) {
      const page = await get(`?after=${cursor}&limit=3`)
      seen.push(...titles(page))
      expect(page.next_before).toBeNull()
      cursor = page.next_after
      more = page.has_more
    }
    expect(seen).toHaveLength(10)
    expect(seen[0]).toBe('slot 0')
    const end = await get(`?after=${cursor}`)
    expect(end).toMatchObject({ events: [], next_after: cursor, reason: 'no event after this id yet' })
    await log(event('later'))
    await eventually(async () => expect(titles(await get(`?after=${cursor}`))).toEqual(['later']))
  })

  test('are filtered by kinds and minimum severity, and a filtered follower moves past the others', async () => {
    expect(titles(await get('?kinds=alert,news'))).toEqual(['alert 8', 'news 7', 'alert 6'])
    expect(titles(await get('?severity=warning'))).toEqual(['alert 8', 'alert 6'])
    expect(titles(await get('?severity=critical'))).toEqual(['alert 6'])
    const page = await get('?kinds=alert&after=0')
    expect(page.next_after).toBe(page.latest_id)
    const none = await get('?kinds=tripwire')
    expect(none).toMatchObject({ reason: 'no requested event is in the log', next_after: none.latest_id })
  })

  test('a cursor beyond the log gets the id from which to continue', async () => {
    const page = await get('?after=999999999')
    expect(page.reason).toBe('the cursor lies beyond the newest event: continue from latest_id')
    expect(page.next_after).toBe(page.latest_id)
  })
})

test.each([
  ['kinds=alert,weather', 'kinds'],
  ['kinds=', 'kinds'],
  ['kinds=alert&kinds=news', 'kinds'],
  ['severity=mild', 'severity'],
  ['after=-1', 'after'],
  ['after=1e3', 'after'],
  ['before=9999999999999999', 'before'],
  ['after=1&before=9', 'before'],
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
])('%s is 400 and names %s', async (query, field) => {
  const answer = await app.inject(`${FEED}?${query}`)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'invalid_parameter', details: { fields: [field] } })
})

test('an unknown kind gets the list of kinds', async () => {
  expect((await app.inject(`${FEED}?kinds=weather`)).json().message).toContain(EVENT_KINDS.join(', '))
})
