import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { vendorBudgets } from '../../api/status/source-health-view.ts'
import { testDatabase } from '../../harness/database.ts'
import { REQUESTS_PER_MINUTE, restVendor, takeToken } from '../../shared/postgres/market/vendor-budgets.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'

const database = testDatabase()
let other: Pool
beforeAll(async () => {
  other = openPool(database.url, { max: 5, name: 'another-process' })
})
afterAll(async () => {
  await other.end({ timeout: 1 })
})
beforeEach(() => database.sql`truncate vendor_budgets`)

const takeMany = async (count: number) => {
  const pools = [database.sql, other]
  const waits = await Promise.all(Array.from({ length: count }, (_, i) => takeToken(pools[i % 2]!, 'dix')))
  return waits.filter((wait) => wait === 0).length
}

test('vendor budget: all processes share one bucket', async () => {
  expect(await takeMany(20)).toBe(REQUESTS_PER_MINUTE.dix)
  expect(await takeMany(5)).toBe(0)
})

/** Moves what was taken into the past, as if so many seconds had gone by. */
const wait = (seconds: number) => database.sql`
  update vendor_budgets set refilled_at = refilled_at - make_interval(secs => ${seconds}),
    taken = array(select t - make_interval(secs => ${seconds}) from unnest(taken) as t)`

test('vendor budget: tokens refill with time, up to a minute’s worth', async () => {
  expect(await takeMany(1)).toBe(1)
  await wait(45)
  expect(await takeMany(20)).toBe(3)
  await wait(16)
  expect(await takeMany(20)).toBe(1)
  await wait(86_400)
  expect(await takeMany(20)).toBe(REQUESTS_PER_MINUTE.dix)
})

test('vendor budget: a full bucket lets no more through in one minute than the budget', async () => {
  expect(await takeMany(20)).toBe(REQUESTS_PER_MINUTE.dix)
  // Half the bucket has been filled again, and the vendor still counts the requests of half a minute ago.
  await wait(31)
  expect(await takeMany(20)).toBe(0)
  await wait(30)
  expect(await takeMany(20)).toBe(REQUESTS_PER_MINUTE.dix)
  await wait(59)
  expect(await takeMany(20)).toBe(0)
})

test('vendor budget: a vendor rests for all processes as long as it asked, a quarter of an hour at most', async () => {
  expect(await takeMany(1)).toBe(1)
  await restVendor(database.sql, 'dix', 120)
  // A second refusal that names less does not end the rest of the first.
  await restVendor(other, 'dix', 10)
  const waits = await Promise.all([takeToken(database.sql, 'dix'), takeToken(other, 'dix')])
  for (const ms of waits) expect(ms).toSatisfy((value: number) => value > 110_000 && value <= 120_000)
  expect(await takeToken(other, 'cboe')).toBe(0)
  const health = (await vendorBudgets(database.sql)).find(({ vendor }) => vendor === 'dix')
  expect(health).toMatchObject({ remaining: 0 })
  await wait(121)
  expect(await takeMany(20)).toBe(0)
  await wait(15)
  expect(await takeMany(20)).toBe(1)
  await restVendor(database.sql, 'dix', 1e9)
  expect(await takeToken(database.sql, 'dix')).toSatisfy((ms: number) => ms > 890_000 && ms <= 900_000)
})

test('vendor budget: what is spared for others is spared of the minute too', async () => {
  expect(await takeMany(2)).toBe(2)
  await wait(50)
  expect(await takeToken(database.sql, 'dix', { spare: 2 })).toBeGreaterThan(0)
  expect(await takeToken(database.sql, 'dix', { spare: 1 })).toBe(0)
})

test('vendor budget: an empty bucket returns the wait for one token, and counts the day’s use', async () => {
  await takeMany(20)
  expect(await takeToken(database.sql, 'dix')).toBe(60_000 / REQUESTS_PER_MINUTE.dix)
  const [row] = await database.sql`select b.used_today from vendor_budgets as b where b.vendor = 'dix'`
  expect(row).toEqual({ used_today: REQUESTS_PER_MINUTE.dix })
})
