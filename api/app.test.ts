import { expect, test } from 'vitest'
import { silentLog } from '../shared/log.ts'
import { fixedClock } from '../shared/time/clock.ts'
import { buildApp } from './app.ts'

const build = (tokens: { admin: string; internal: string }) =>
  buildApp({
    sql: new Promise<never>(() => {}),
    clock: fixedClock(new Date('2026-11-20T15:31:00Z')),
    log: silentLog,
    dataMode: 'simulated',
    instanceId: 'test',
    tokens,
  })
const token = (length: number): string => 'x'.repeat(length)

test('a token has sixteen characters or more, or the API does not start', async () => {
  const app = await build({ admin: token(16), internal: token(16) })
  await app.close()
  await expect(build({ admin: token(15), internal: token(16) })).rejects.toThrow('at least 16 characters')
  await expect(build({ admin: token(16), internal: token(15) })).rejects.toThrow('at least 16 characters')
})

test('the API is healthy before there is a database', async () => {
  const app = await build({ admin: token(16), internal: token(16) })
  expect((await app.inject('/health')).statusCode).toBe(200)
  await app.close()
})
