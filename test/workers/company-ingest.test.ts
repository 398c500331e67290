import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { inherited, isLong } from '../../harness/run-environment.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import { outboxOnly } from '../../shared/broker/relay.ts'
import { scaffoldMembers } from '../../shared/postgres/company/companies.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { FILERS } from '../../simulator/world/company/filers.ts'
import { startSimulatorThread } from '../../start/simulator-thread.ts'
import { chunks } from '../../workers/schedule/company-batches.ts'

const DAY = tradingDay('2026-12-01')
const AT = instantAt(DAY, '18:40')
/**
 * The index and some more, as required; by default as many as fit into a quarter of a minute of the vendor's budget.
 */
const NAMES = isLong ? 530 : 6
const BATCH = isLong ? 10 : 2
const DEATHS = isLong ? 3 : 1
const WITHIN = { within: isLong ? 40 * 60_000 : 60_000 }
/** The SEC allows so many requests in a second, over all of its hosts. */
const PER_SECOND_MAX = 10
const FIRST_OTHER_CIK = 5_000

const database = testDatabase()

const otherTicker = (number: number): string =>
  `ZZ${String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))}`

/** Companies of the simulator, and further ones that file what some of those do under numbers of their own. */
const COMPANIES = Array.from({ length: NAMES }, (_, at) => {
  const filer = FILERS[at % FILERS.length]!
  const isOwn = at < FILERS.length
  return {
    ticker: isOwn ? filer.symbol.replace('-', '.') : otherTicker(at - FILERS.length),
    cik: isOwn ? filer.cik : FIRST_OTHER_CIK + at,
    simulated: filer.cik,
  }
})

interface Request {
  at: number
  cik: number
  path: string
}
const requests: Request[] = []
let front: Server
let vendors: Awaited<ReturnType<typeof startSimulatorThread>>

/**
 * Counts the requests that reach the vendor, and translates the numbers of companies that the simulator does not have.
 */
async function startFront(): Promise<void> {
  vendors = await startSimulatorThread({ seed: 7, quotas: true })
  front = createServer((request, response) => {
    const at = performance.now()
    const path = (request.url ?? '').replace(/^\/at\/[^/]+/, '')
    const cik = Number(/(?:CIK|data\/)0*(\d+)/.exec(path)?.[1] ?? 0)
    const company = COMPANIES.find((each) => each.cik === cik)
    requests.push({ at, cik, path })
    const own = company?.simulated ?? cik
    const url = `${vendors.url}${(request.url ?? '').replace(/(CIK|data\/)0*\d+/, (_, start: string) => (start === 'CIK' ? `CIK${String(own).padStart(10, '0')}` : `data/${own}`))}`
    void fetch(url, { headers: { 'user-agent': request.headers['user-agent'] ?? '' } }).then(async (answer) => {
      const body = (await answer.text())
        .replace(`"cik":"${String(own).padStart(10, '0')}"`, `"cik":"${String(cik).padStart(10, '0')}"`)
        .replace(`"cik":${own},`, `"cik":${cik},`)
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      response.end(body)
    })
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
}

const running: ChildProcess[] = []
function startWorker(): ChildProcess {
  const { port } = front.address() as AddressInfo
  const child = spawn(join(REPOSITORY, 'node_modules/.bin/node'), ['workers/main.ts', '--sources', 'filings'], {
    cwd: REPOSITORY,
    stdio: 'ignore',
    env: {
      ...inherited(),
      DATABASE_URL: database.url,
      SIMULATOR_URL: `http://127.0.0.1:${port}`,
      SIMULATOR_QUOTAS: '1',
      LOG_LEVEL: 'warn',
    },
  })
  running.push(child)
  return child
}

beforeAll(async () => {
  await startFront()
  await openServiceTime(database.sql, AT, { speed: 0, reason: 'test' })
  const members = COMPANIES.map(({ ticker, cik }) => ({ symbol: ticker, sector: 'Energy' as const, since: null, cik }))
  await scaffoldMembers(database.sql, members, AT)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  front.close()
  await vendors.stop()
})

async function request(batches = chunks(COMPANIES, BATCH), attempt = 1): Promise<number> {
  const messages = batches.map(
    (batch, at): NewMessage<'source.requested'> => ({
      id: `ingest:filings:18:40/${at + 1}#${attempt}`,
      type: 'source.requested',
      occurredAt: AT,
      cycleId: null,
      payload: {
        source: 'filings',
        slot: '18:40',
        origin: 'scheduled',
        mode: 'latest',
        deadline: new Date(AT.getTime() + 3_600_000).toISOString(),
        companies: batch.map(({ ticker }) => ticker),
      },
    }),
  )
  await outboxOnly.transaction(database.sql, async () => ({ result: null, messages }))
  return batches.length
}

const panelsDue = async (): Promise<number> => {
  const [due] = await database.sql<[{ n: number }]>`
    select count(*)::integer as n from outbox as o where o.message_id like 'company:%'`
  return due.n
}

const doneBatches = async (): Promise<number[]> => {
  const runs = await database.sql<{ id: string }[]>`select r.message_id as id from source_runs as r`
  return runs.map(({ id }) => Number(/\/(\d+)#/.exec(id)![1]))
}

/** Companies whose batch is stored. */
const storedCiks = async (): Promise<Set<number>> => {
  const done = new Set(await doneBatches())
  return new Set(COMPANIES.flatMap(({ cik }, at) => (done.has(Math.floor(at / BATCH) + 1) ? [cik] : [])))
}

/** The most requests that arrived within one second. */
function busiestSecond(): number {
  const times = requests.map(({ at }) => at).toSorted((a, b) => a - b)
  let first = 0
  return times.reduce((most, at, last) => {
    while (times[first]! <= at - 1_000) first++
    return Math.max(most, last - first + 1)
  }, 0)
}

test('companies are fetched from empty within the budget, and a killed worker leaves nothing to fetch twice that is stored', {
  timeout: WITHIN.within + 60_000,
}, async () => {
  const batches = await request()
  const started = performance.now()
  const again: Request[] = []
  let worker = startWorker()
  for (let death = 1; death <= DEATHS; death++) {
    const enough = Math.ceil((batches * death) / (DEATHS + 2))
    await eventually(async () => {
      const stored = await storedCiks()
      expect(stored.size).toBeGreaterThanOrEqual(enough * BATCH)
      expect(requests.some(({ cik }) => cik !== 0 && !stored.has(cik))).toBe(true)
    }, WITHIN)
    worker.kill('SIGKILL')
    await once(worker, 'close')
    const stored = await storedCiks()
    const before = requests.length
    worker = startWorker()
    await eventually(() => expect(requests.length).toBeGreaterThan(before + BATCH), WITHIN)
    again.push(...requests.slice(before).filter(({ cik }) => stored.has(cik)))
  }
  await eventually(async () => expect(await doneBatches()).toHaveLength(batches), WITHIN)
  const seconds = (performance.now() - started) / 1_000

  expect(again).toEqual([])
  const counts = Map.groupBy(requests, ({ path }) => path)
  const repeated = [...counts.values()].filter(({ length }) => length > 1).flat()
  // A killed batch is fetched again: two are prefetched at a time.
  expect(new Set(repeated.map(({ cik }) => cik)).size).toBeLessThanOrEqual(2 * BATCH * DEATHS)
  expect(busiestSecond()).toBeLessThanOrEqual(PER_SECOND_MAX)
  const kinds = await database.sql<{ ticker: string; filings: number; facts: number; profiles: number }[]>`
      select c.ticker, count(r.key) filter (where r.kind = 'filing')::integer as filings,
        count(r.key) filter (where r.kind = 'filing' and r.row -> 'facts' <> 'null'::jsonb)::integer as facts,
        count(r.key) filter (where r.kind = 'profile')::integer as profiles
      from companies as c left join company_records as r on r.ticker = c.ticker group by c.ticker`
  expect(kinds).toHaveLength(NAMES)
  expect(kinds.filter(({ facts, profiles }) => facts < 8 || profiles !== 1)).toEqual([])
  const forms = new Set(requests.filter(({ path }) => path.includes('/Archives/')).map(({ path }) => path)).size
  const [stored] = await database.sql<{ forms: number; runs: number }[]>`
      select (select count(*)::integer from company_records as r where r.kind = 'ownership') as forms,
        (select count(*)::integer from source_runs as s where s.error is not null) as runs`
  expect(stored).toEqual({ forms, runs: 0 })
  expect(await panelsDue()).toBe(batches)

  await request(chunks(COMPANIES, BATCH).slice(0, 1), 2)
  await eventually(async () => expect(await doneBatches()).toHaveLength(batches + 1), WITHIN)
  expect(await panelsDue(), 'a batch that brought nothing asks for no panels').toBe(batches)
  const figures = `${requests.length} requests, ${forms} forms, ${busiestSecond()} in the busiest second`
  if (isLong) process.stdout.write(`${NAMES} companies in ${seconds.toFixed(0)} s: ${figures}\n`)
})
