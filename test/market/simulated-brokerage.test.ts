import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { silentLog } from '../../shared/log.ts'
import { openSimulatedBrokerage } from '../../start/simulated-brokerage.ts'
import { brokerageWorld } from './support.ts'

const DAY = 86_400_000
let at = new Date('2026-11-20T15:00:00Z')
const world = await brokerageWorld(() => at)
afterAll(() => world.close())

test('the simulated person logs in again by service time, however fast it passes and whichever way it jumps', async () => {
  const { simulator, folder } = world
  const clock = { now: () => at }
  const brokerage = await openSimulatedBrokerage({ simulatorUrl: simulator.url, folder, clock, log: silentLog })
  try {
    const expiry = async () => (await brokerage.token(at)).expiresAt?.getTime()
    for (const days of [9, -30]) {
      at = new Date(at.getTime() + days * DAY)
      const renewed = at.getTime() + 7 * DAY
      expect(await expiry()).not.toBe(renewed)
      await eventually(async () => (await expiry()) === renewed)
      expect(await brokerage.token(at)).toMatchObject({ state: 'valid' })
    }
  } finally {
    await brokerage.close()
  }
})
