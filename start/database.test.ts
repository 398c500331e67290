import { expect, test } from 'vitest'
import { type Database, startDatabase } from './database.ts'

const HOUR_MS = 3_600_000
const SERVER = { url: 'postgres://unused', localUrl: 'postgres://unused?host=/unused', stop: async () => {} }

/** A server that dies as soon as it runs, `deaths` times, and then stays up. Resolves when it is up or is given up. */
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
      return SERVER
    },
  })
  const gaveUp = await outcome.promise
  await (await starting).stop()
  return { launches, gaveUp }
}

test('database: a server that dies once an hour is started again a hundred times', async () => {
  expect(await diesOften(100, HOUR_MS)).toEqual({ launches: 101, gaveUp: null })
})

test('database: a server that dies 21 times at once is given up, with the name of its log file', async () => {
  const { launches, gaveUp } = await diesOften(100, 1)
  expect(launches).toBe(21)
  expect(gaveUp).toBe('the database stopped more than 20 times within 10 minutes; see postgres.log in the data folder')
})

test('database: on a full disk it waits without using up its restarts, reports that once, and starts when there is space', async () => {
  const said: string[] = []
  const started = Promise.withResolvers<void>()
  let looks = 0
  let launches = 0
  const database = await startDatabase('unused', {
    say: (line) => said.push(line),
    giveUp: (message) => started.reject(new Error(message)),
    restartAfterMs: 0,
    freeMb: async () => (++looks > 500 ? 100 : 31),
    async launch(onExit) {
      launches++
      if (launches === 1) setImmediate(onExit)
      else started.resolve()
      return SERVER
    },
  })
  await started.promise
  await database.stop()
  expect({ looks, launches }).toEqual({ looks: 501, launches: 2 })
  expect(said).toEqual([
    'the disk of the data folder is full: the database starts again when 32 MB are free',
    expect.stringContaining('restart 1 of at most 20'),
  ])
})

test('database: a server that comes back without the socket that the service uses is started again', async () => {
  const said: string[] = []
  const started = Promise.withResolvers<void>()
  const stopped: string[] = []
  let launches = 0
  const database = await startDatabase('unused', {
    say: (line) => said.push(line),
    giveUp: (message) => started.reject(new Error(message)),
    restartAfterMs: 0,
    async launch(onExit) {
      launches++
      if (launches === 1) setImmediate(onExit)
      if (launches === 3) started.resolve()
      const stop = async () => void stopped.push(`server ${launches}`)
      return { ...SERVER, ...(launches === 2 ? { localUrl: SERVER.url } : {}), stop }
    },
  })
  await started.promise
  expect([launches, stopped]).toEqual([3, ['server 2']])
  expect(said).toEqual([
    expect.stringContaining('restart 1 of at most 20'),
    'the database cannot make the socket by which the service reaches it',
    expect.stringContaining('restart 2 of at most 20'),
  ])
  await database.stop()
})
