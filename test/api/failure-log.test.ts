import { expect, test } from 'vitest'
import { freshDatabase } from '../../harness/database.ts'
import { publicGets, testApi, WITHOUT_DATABASE } from './support/api.ts'
import { recordedLog } from './support/recorded-log.ts'

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

test('a document that fails logs one error, and its reader gets an empty table with a reason', async () => {
  const db = await freshDatabase()
  await db.sql`alter table signals_daily drop column oil cascade`
  const { log, lines } = recordedLog()
  const app = await testApi(db.url, { log })
  const answer = await app.inject(`${EXPORT}?format=csv`)
  expect([answer.statusCode, answer.headers['x-reason']]).toEqual([200, 'this reading could not be prepared'])
  expect(answer.body.split('\r\n')).toHaveLength(2)
  const errors = lines().filter(({ msg, path }) => msg === 'document failed' && path === EXPORT)
  expect(errors).toMatchObject([{ err: { message: expect.stringContaining('oil') } }])
  await app.close()
  await db.drop()
})
