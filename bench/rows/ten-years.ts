import { setTimeout as sleep } from 'node:timers/promises'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { AppError } from '../../shared/errors.ts'
import { writeBackup } from '../../shared/postgres/backup/write-backup.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { loadYears } from '../decade.ts'
import { DAY, historyIsThere, openMarket, startReplica, WORKER } from '../market.ts'
import type { Database, Rig } from '../rig.ts'
import type { LimitRow } from '../row.ts'
import { quantile } from '../statistics.ts'
import { countPages } from '../touched-pages.ts'

const YEARS = 10
const SESSIONS = 1
const ROUNDS = 25
const FILLED_WITHIN_MS = 900_000
const LOADED_WITHIN_MS = 900_000
/** A document is read from the database again a second after it was made. */
const STALE_AFTER_MS = 1_100
/** Counts of pages hardly vary. */
const PAGE_ROUNDS = 3
/** Below this many pages one level more of an index would look like a growth. */
const PAGES_LEAST = 20
/** An answer longer than this many times lists the years themselves, as its contract demands, and takes longer for that. */
const LONGER = 1.5
const QUICK = { years: 1, share: 0.01, rounds: 2 }
/** The slow part of the times shows what else the machine did. */
const QUANTILE = 0.25

async function timed(url: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new AppError('internal', `${url} answered ${answer.status}`)
  return performance.now() - started
}

const lengthOf = async (url: string): Promise<number> => (await (await fetch(url)).arrayBuffer()).byteLength

/** The paths whose answers the years make longer, with their lengths. */
async function longerAnswers(urls: { small: string; large: string }, paths: readonly string[]): Promise<Compared[]> {
  const found: Compared[] = []
  for (const path of paths)
    found.push({ path, small: await lengthOf(urls.small + path), large: await lengthOf(urls.large + path) })
  return found.filter((one) => ratioOf(one) > LONGER)
}

/** Public documents that need no parameter, without those that stream or never change. */
async function pathsOf(base: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
    paths: Record<string, { get?: Operation }>
  }
  const candidates = Object.entries(paths).filter(
    ([path, { get }]) =>
      get && !get.security?.length && path.startsWith('/api/v1/') && !/[{]|stream|admin|export/.test(path),
  )
  const answers = await Promise.all(candidates.map(async ([path]) => ({ path, ok: (await fetch(base + path)).ok })))
  return answers.filter(({ ok }) => ok).map(({ path }) => path)
}

interface Operation {
  security?: readonly object[]
}

interface Side {
  database: Database
  env: Record<string, string>
}

/** A market with a year of rows in bulk, and the same market with ten more. Returns the number of rows of those ten. */
async function openSides(rig: Rig, { years, share }: { years: number; share: number }) {
  const market = await openMarket(rig, { members: FEW_MEMBERS })
  const cycles = { BACKFILL_CYCLE_SESSIONS: String(rig.quick ? 0 : SESSIONS) }
  const worker = rig.start(WORKER, { args: ['--all', '--backfill'], env: Object.assign({}, market.env, cycles) })
  await historyIsThere(market.database, [worker], FILLED_WITHIN_MS)
  await worker.stop()
  const backup = `${await rig.folder()}/market.backup`
  await writeBackup(market.database.sql, backup, null)
  const before = instantAt(addSessions(DAY, -SESSIONS - 1).day, '00:00')
  const load = async ({ url }: Database, count: number): Promise<number> => {
    const bulk = openPool(url, { max: 1, name: 'bench-bulk', statementTimeoutMs: LOADED_WITHIN_MS })
    return await loadYears(bulk, { years: count, before, share }).finally(() => bulk.end({ timeout: 1 }))
  }
  const grown = await rig.database(backup)
  // Pages of lists are full after a year, so that what is compared is the tables and not the answers.
  const [fewer, more] = [await load(market.database, 1), await load(grown, years + 1)]
  const small: Side = { database: market.database, env: market.env }
  const large: Side = { database: grown, env: Object.assign({}, market.env, { DATABASE_URL: grown.url }) }
  return { small, large, rows: more - fewer }
}

interface Compared {
  path: string
  small: number
  large: number
}

const ratioOf = ({ small, large }: Compared): number => large / small
const slowed = (found: Compared[]): Compared[] => found.toSorted((a, b) => ratioOf(b) - ratioOf(a))
const inWords = (found: Compared[], unit: string): string =>
  found
    .slice(0, 3)
    .map((one) => `${one.path} ${ratioOf(one).toFixed(2)} (${round(one.small)} to ${round(one.large)} ${unit})`)
    .join(', ')
const round = (value: number): string => String(Number(value.toPrecision(3)))

/**
 * Reads each document in turns, from the database each time, and returns the measurement of `measure` for each side.
 */
async function readInTurns(
  urls: { small: string; large: string },
  { paths, rounds }: { paths: readonly string[]; rounds: number },
  measure: (side: 'small' | 'large', url: string) => Promise<number>,
): Promise<{ path: string; small: number[]; large: number[] }[]> {
  const found = paths.map((path) => ({ path, small: [] as number[], large: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    await sleep(STALE_AFTER_MS)
    for (const one of found) {
      one.small.push(await measure('small', urls.small + one.path))
      one.large.push(await measure('large', urls.large + one.path))
    }
  }
  return found
}

/** Two replicas over two databases with the same market, of which one has ten more years: read in turns, each from the database. */
export const tenYears: LimitRow = {
  kind: 'limit',
  id: 'ten-years',
  isOnRequest: true,
  figure: 'the public read that ten more years of rows slow most, as a multiple of its time with one year',
  unit: 'times',
  limit: 1.5,
  async sample(rig) {
    const { years, share, rounds } = rig.quick ? QUICK : { years: YEARS, share: 1, rounds: ROUNDS }
    const { small, large, rows } = await openSides(rig, { years, share })
    const replicas = async () => ({
      small: (await startReplica(rig, small.env)).url,
      large: (await startReplica(rig, large.env)).url,
    })
    const urls = await replicas()
    const paths = await pathsOf(urls.small)
    const times = await readInTurns(urls, { paths, rounds }, (_, url) => timed(url))
    const compared = slowed(
      times.map(({ path, small, large }) => ({
        path,
        small: quantile(small, QUANTILE),
        large: quantile(large, QUANTILE),
      })),
    )
    const longer = await longerAnswers(urls, paths)
    const isLonger = ({ path }: Compared) => longer.some((one) => one.path === path)
    const slowest = compared.filter((one) => !isLonger(one))
    const pages = await countPages([small.database, large.database])
    rig.defer(() => pages.close())
    const sides = { small, large }
    const touched = await readInTurns(await replicas(), { paths, rounds: PAGE_ROUNDS }, (side, url) =>
      pages.during(sides[side].database, () => timed(url)),
    )
    // The least of several counts is without what the replica reads for itself meanwhile.
    const most = slowed(
      touched.map(({ path, small, large }) => ({
        path,
        small: Math.max(Math.min(...small), PAGES_LEAST),
        large: Math.max(Math.min(...large), PAGES_LEAST),
      })),
    )
    const note = `${(rows / 1e6).toFixed(1)} million rows more, ${paths.length} documents, ${rounds} reads of each; slowed most: ${inWords(slowest, 'ms')}; longer answers, which the limit leaves out: ${inWords(longer, 'bytes')} in ${inWords(compared.filter(isLonger), 'ms')}; touch most more: ${inWords(most, 'pages')}`
    return { values: [slowest[0] ? ratioOf(slowest[0]) : Number.NaN], note }
  },
}
