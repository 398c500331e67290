import { expect, test } from 'vitest'
import { type Database, startDatabase } from './database.ts'

const HOUR_MS = 3_600_000

/** A server that dies as soon as it runs, `deaths` times, and then lives. Resolves when it lives or is given up. */
async function diesOften(deaths: number, passMs: number): Promise<{ launches: number; gaveUp: string | null }> {
  let now = 0
  let launches = 0
  const outcome = Promise.withResolvers<string | null>()
  const starting: Promise<Database> = startDatabase('unused', {
    say: () => {},
    giveUp: outcome.resolve,
    now: () => now,
    restartAfterMs: 0,
    async launch(onExit) {
      launches++
      if (launches > deaths) outcome.resolve(null)
      else
        setImmediate(() => {
          now += passMs
          onExit()
        })
      return { url: 'postgres://unused', stop: async () => {} }
    },
  })
  const gaveUp = await outcome.promise
  await (await starting).stop()
  return { launches, gaveUp }
}

test('database: a server that dies once an hour is started again a hundred times', async () => {
  expect(await diesOften(100, HOUR_MS)).toEqual({ launches: 101, gaveUp: null })
})

test('database: a server that dies 21 times at once is given up, with the file that tells why', async () => {
  const { launches, gaveUp } = await diesOften(100, 1)
  expect(launches).toBe(21)
  expect(gaveUp).toBe('the database stopped more than 20 times within 10 minutes; see postgres.log in the data folder')
})
