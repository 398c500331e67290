import { setTimeout as sleep } from 'node:timers/promises'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { AppError } from '../../shared/errors.ts'
import { writeBackup } from '../../shared/postgres/backup/write-backup.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { loadYears } from '../decade.ts'
import { DAY, historyIsThere, openMarket, startReplica, WORKER } from '../market.ts'
import type { LimitRow } from '../row.ts'
import { quantile } from '../statistics.ts'

const YEARS = 10
const SESSIONS = 1
const ROUNDS = 25
const FILLED_WITHIN_MS = 900_000
const LOADED_WITHIN_MS = 900_000
/** A document is read from the database again a second after it was made. */
const STALE_AFTER_MS = 1_100
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

/** Two replicas over two databases with the same market, of which one has ten more years: read in turns, each from the database. */
export const tenYears: LimitRow = {
  kind: 'limit',
  id: 'ten-years',
  isOnRequest: true,
  figure: 'the public read that ten more years of rows slow most, as a multiple of its time without them',
  unit: 'times',
  limit: 1.5,
  async sample(rig) {
    const { years, share, rounds } = rig.quick ? QUICK : { years: YEARS, share: 1, rounds: ROUNDS }
    const market = await openMarket(rig, { members: FEW_MEMBERS })
    const cycles = { BACKFILL_CYCLE_SESSIONS: String(rig.quick ? 0 : SESSIONS) }
    const worker = rig.start(WORKER, { args: ['--all', '--backfill'], env: Object.assign({}, market.env, cycles) })
    await historyIsThere(market.database, [worker], FILLED_WITHIN_MS)
    await worker.stop()
    const backup = `${await rig.folder()}/market.backup`
    await writeBackup(market.database.sql, backup, null)
    const grown = await rig.database(backup)
    const bulk = openPool(grown.url, { max: 1, name: 'bench-bulk', statementTimeoutMs: LOADED_WITHIN_MS })
    const before = instantAt(addSessions(DAY, -SESSIONS - 1).day, '00:00')
    const loaded = await loadYears(bulk, { years, before, share }).finally(() => bulk.end({ timeout: 1 }))
    await market.database.sql`vacuum analyze`

    const small = await startReplica(rig, market.env)
    const large = await startReplica(rig, { ...market.env, DATABASE_URL: grown.url })
    const paths = await pathsOf(small.url)
    const times = new Map(paths.map((path) => [path, { small: [] as number[], large: [] as number[] }]))
    for (let round = 0; round < rounds; round++) {
      await sleep(STALE_AFTER_MS)
      for (const [path, found] of times) {
        found.small.push(await timed(small.url + path))
        found.large.push(await timed(large.url + path))
      }
    }
    const ratios = [...times].map(([path, found]) => {
      const [base, with_] = [quantile(found.small, QUANTILE), quantile(found.large, QUANTILE)]
      return { path, ratio: with_ / base, base, with: with_ }
    })
    ratios.sort((a, b) => b.ratio - a.ratio)
    const worst = ratios
      .slice(0, 3)
      .map(
        ({ path, ratio, base, with: now }) =>
          `${path} ${ratio.toFixed(2)} (${base.toFixed(1)} to ${now.toFixed(1)} ms)`,
      )
    const note = `${(loaded / 1e6).toFixed(1)} million rows more, ${paths.length} documents, ${rounds} reads of each; slowed most: ${worst.join(', ')}`
    return { values: [ratios[0]?.ratio ?? Number.NaN], note }
  },
}
