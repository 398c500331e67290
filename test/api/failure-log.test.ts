import { Writable } from 'node:stream'
import pino, { type Logger } from 'pino'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '../../harness/database.ts'
import { faultProxy } from '../../harness/fault-proxy.ts'
import { publicGets, testApi, WITHOUT_DATABASE } from './support/api.ts'

function recordedLog(): { log: Logger; lines: () => { level: number; msg: string }[]; text: () => string } {
  let text = ''
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { log: pino({ level: 'info' }, stream), lines, text: () => text }
}

const EXPORT = '/api/v1/signals/export'
const WARN = 40

test('without a schema every read has the remedy as its reason, and the log reports it once', async () => {
  const db = await freshDatabase()
  await db.sql`drop schema public cascade`
  await db.sql`create schema public`
  const { log, lines, text } = recordedLog()
  const app = await testApi(db.url, { log })
  const reason = 'the database has no schema yet: run npm run migrate'
  for (const url of publicGets(app).filter((url) => !WITHOUT_DATABASE.includes(url))) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['x-reason']], url).toEqual([200, reason])
  }
  expect((await app.inject('/api/v1/status')).json().issues).toEqual([reason])
  expect(lines().filter(({ level }) => level >= WARN)).toHaveLength(1)
  expect(text()).not.toMatch(/\n? {4}at |"stack"/)
  await app.close()
  await db.drop()
})

test('an export without rows logs one line without a stack', async () => {
  const db = await freshDatabase()
  const proxy = await faultProxy(db.url)
  const { log, lines, text } = recordedLog()
  const app = await testApi(proxy.url, { log })
  await app.inject(EXPORT)
  proxy.inject('refuse')
  await vi.waitFor(async () => expect((await app.inject(EXPORT)).headers['x-reason']).toMatch(/not reachable/))
  const before = lines().length
  for (let read = 0; read < 3; read++) await app.inject(EXPORT)
  expect(
    lines()
      .slice(before)
      .map(({ msg }) => msg),
  ).toEqual(Array(3).fill('export without rows'))
  expect(text()).not.toContain('"stack"')
  await app.close()
  await proxy.close()
  await db.drop()
})

test('an export that fails for another reason logs one warning without a stack', async () => {
  const db = await freshDatabase()
  await db.sql`alter table signals_daily drop column oil cascade`
  const { log, lines, text } = recordedLog()
  const app = await testApi(db.url, { log })
  await app.inject(EXPORT)
  const warnings = lines().filter(({ msg }) => msg === 'export without rows')
  expect(warnings).toMatchObject([{ level: WARN, cause: expect.stringContaining('oil') }])
  expect(JSON.stringify(warnings)).not.toContain('stack')
  expect(text()).toContain('export')
  await app.close()
  await db.drop()
})
