import { AppError } from '../../shared/errors.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { DAY, openFilledMarket, startReplica } from '../market.ts'
import type { Rig } from '../rig.ts'
import type { Figure, PlainRow } from '../row.ts'

const SESSIONS = 3
const CYCLES_MAX = 40
const HOT_READS = 5

interface Heavy {
  path: string
  /** Queries that this replica has not served yet, so that each is read, checked and made into bytes. */
  queries: readonly string[]
}

async function timed(url: string): Promise<{ ms: number; bytes: number }> {
  const started = performance.now()
  const answer = await fetch(url)
  const body = await answer.arrayBuffer()
  const ms = performance.now() - started
  if (!answer.ok) throw new AppError('internal', `${url} answered ${answer.status}`)
  return { ms, bytes: body.byteLength }
}

async function figures(base: string, { path, queries }: Heavy): Promise<Figure[]> {
  const cold: number[] = []
  const hot: number[] = []
  let bytesMax = 0
  for (const query of queries) {
    const url = `${base}${path}?${query}`
    const first = await timed(url)
    cold.push(first.ms)
    bytesMax = Math.max(bytesMax, first.bytes)
    for (let again = 0; again < HOT_READS; again++) hot.push((await timed(url)).ms)
  }
  const note = `${queries.length} documents, the largest ${Math.round(bytesMax / 1_000)} kB`
  return [
    { figure: `GET ${path}, cold`, unit: 'ms', values: cold, note },
    { figure: `GET ${path}, hot`, unit: 'ms', values: hot, note },
  ]
}

/** Times by a client's clock on the same machine: the first read of each query, and later ones. */
export const documents: PlainRow = {
  kind: 'plain',
  id: 'documents',
  async measure(rig: Rig) {
    const market = await openFilledMarket(rig, { BACKFILL_CYCLE_SESSIONS: String(SESSIONS) })
    const { url } = await startReplica(rig, market.env)
    const days = Array.from({ length: SESSIONS }, (_, index) => addSessions(DAY, -1 - index).day)
    const cycles = await market.database.sql<{ at: Date }[]>`
      select s.as_of as at from signal_snapshots as s
      where s.as_of < ${instantAt(DAY, '00:00')} order by s.as_of desc limit ${CYCLES_MAX}`
    const instants = cycles.map(({ at }) => `as_of=${at.toISOString()}`)
    const heavy: Heavy[] = [
      { path: '/api/v1/signals/gamma', queries: instants },
      { path: '/api/v1/signals/score/breakdown', queries: instants },
      { path: '/api/v1/signals/intraday-replay', queries: days.map((day) => `date=${day}`) },
    ]
    const found: Figure[] = []
    for (const each of heavy) found.push(...(await figures(url, each)))
    return found
  },
}
