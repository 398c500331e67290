import { beforeEach, expect, test } from 'vitest'
import { loggedEvents } from '../../harness/log-events.ts'
import type { ClockStep } from '../../shared/postgres/server/clock-epoch.ts'
import { clockWatch } from '../../shared/postgres/server/clock-watch.ts'
import { brokenRules } from './ledger-world.ts'
import { later, tradeWorld } from './trade-world.ts'

const MINUTE = 60_000
const world = tradeWorld()
beforeEach(() => world.sql`truncate clock_epoch`)

/** Processes that each compare Postgres's clock with a monotonic clock that the test moves. */
function watchers(count: number) {
  let offsetMs = 0
  const steps: ClockStep[] = []
  const watches = Array.from({ length: count }, () =>
    clockWatch({
      sql: () => world.sql,
      monotonicMs: () => performance.now() + offsetMs,
      onStep: (step) => steps.push(step),
    }),
  )
  return {
    steps,
    compare: () => Promise.all(watches.map((watch) => watch.compare())),
    /** Lets Postgres's clock seem to have stepped by this much. */
    step: (ms: number) => {
      offsetMs -= ms
    },
  }
}

test.each([
  ['ten minutes back', -10 * MINUTE],
  ['two hours ahead', 120 * MINUTE],
  ['three days ahead', 3 * 24 * 60 * MINUTE],
])('a quote expires when the clock steps %s, and a new quote trades', async (_name, stepMs) => {
  const processes = watchers(3)
  await processes.compare()
  const agent = await world.account()
  const id = await agent.pending()
  processes.step(stepMs)
  await processes.compare()
  expect(processes.steps).toMatchObject([{ epoch: 1 }])
  expect(Math.abs(processes.steps[0]!.stepMs - stepMs)).toBeLessThan(5_000)
  expect(await agent.confirm(id)).toMatchObject({ status: 409, code: 'quote_expired' })
  expect(await agent.cash()).toBe(100_000)
  await agent.bought()
  expect(await brokenRules(world.sql)).toEqual([])
})

test('each step raises the epoch once, however many processes see it', async () => {
  const processes = watchers(5)
  await processes.compare()
  for (const stepMs of [-10 * MINUTE, 10 * MINUTE]) {
    processes.step(stepMs)
    await processes.compare()
    await processes.compare()
  }
  expect(processes.steps.map(({ epoch }) => epoch)).toEqual([1, 2])
  const logged = await loggedEvents(world.sql, { after: null, before: null, kinds: ['clock'], limit: 1 })
  expect(logged).toMatchObject([{ subject: 'clock', severity: 'warning', data: { epoch: 2 } }])
  expect(logged[0]!.title).toMatch(/^The clock of the database stepped (600|599\.9) s ahead\.$/)
  const status = (await world.one.inject('/api/v1/status')).json()
  expect(status.warnings.join()).toContain('The clock of the database stepped')
})

test('a difference below 250 ms does not count as a step, and the quote trades', async () => {
  const processes = watchers(1)
  await processes.compare()
  const agent = await world.account()
  const id = await agent.pending()
  processes.step(-200)
  await processes.compare()
  expect(processes.steps).toEqual([])
  expect((await agent.confirm(id)).status).toBe(200)
})

test('a quote from after the present time is expired before any process has seen the step', async () => {
  const agent = await world.account()
  const id = await agent.pending()
  await world.moveTo(later(-10 * MINUTE))
  expect(await agent.confirm(id)).toMatchObject({ status: 409, code: 'quote_expired' })
  expect(await brokenRules(world.sql)).toEqual([])
})
