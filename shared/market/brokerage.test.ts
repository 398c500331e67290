import { expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { openBrokerage } from './brokerage.ts'

const IDLE = {
  initialized: false,
  consecutiveFailures: 0,
  secondsSinceSuccess: null,
  alarm: false,
  refreshFailing: false,
  rebuilds: 0,
}

test('a brokerage has no client before its first request, and nothing of it fails, also when it is closed', async () => {
  const brokerage = openBrokerage({
    baseUrl: () => 'http://127.0.0.1:9',
    credentials: { appKey: 'key', appSecret: 'secret' },
    tokenFile: '/nowhere/token.json',
    clock: { now: () => new Date('2026-11-20T15:00:00Z') },
    log: silentLog,
  })
  expect(brokerage.health()).toEqual(IDLE)
  await brokerage.close()
  expect(brokerage.health()).toEqual(IDLE)
})
