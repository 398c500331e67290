import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../harness/eventually.ts'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { silentLog } from '../../shared/log.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { Child } from '../child.ts'
import { DAY, historyIsThere, openMarket, WORKER } from '../market.ts'
import { proportionalMb } from '../process-memory.ts'
import type { Rig } from '../rig.ts'
import type { Cost, Measured } from './cost.ts'
import { connectionsOf, databaseBytes, ofPostgres, ofProcess, spentASecond, spentDuring } from './probes.ts'

const SOURCES: readonly SourceId[] = [
  'fred',
  'market',
  'options',
  'darkpool',
  'bars',
  'breadth',
  'cot',
  'aaii',
  'fedfunds',
  'news',
]
const WITHIN_MS = 180_000
const IDLE_MS = 10_000
const FEW_SESSIONS = 1
const MANY_SESSIONS = 10

/** Asks a worker for fetches, and resolves when all of them are handled. */
async function openIngest(rig: Rig, sources: readonly SourceId[], members?: number) {
  const { database, env } = await openMarket(rig, { at: '10:00', ...(members ? { members } : {}) })
  const { sql } = database
  const worker = rig.start(WORKER, { args: ['--sources', sources.join(',')], env })
  const broker = await connectBroker({ databaseUrl: database.url }, silentLog)
  rig.defer(() => broker.close())
  const probes = { workers: ofProcess(worker.pid), postgres: await ofPostgres(sql) }
  const at = instantAt(DAY, '10:00')
  let sent = 0
  async function fetchAll(times: number, mode: 'latest' | 'history'): Promise<void> {
    const asked = Array.from({ length: times }, () => sources).flat()
    const envelopes = asked.map((source) => {
      sent += 1
      const payload = {
        source,
        slot: `bench-${sent}`,
        mode,
        origin: 'scheduled',
        deadline: '2026-12-01T23:00:00Z',
      } as const
      return toEnvelope({ id: `bench:${sent}#1`, type: 'source.requested', occurredAt: at, cycleId: null, payload })
    })
    await broker.publish(envelopes)
    await eventually(
      async () => {
        const [row] = await sql<[{ n: number }]>`select count(*)::integer as n from inbox where state <> 'started'`
        return row.n >= sent
      },
      { within: WITHIN_MS },
    )
  }
  async function measure(size: number, times: number, mode: 'latest' | 'history'): Promise<Cost> {
    const before = await databaseBytes(sql)
    const { processor } = await spentDuring(probes, () => fetchAll(times, mode))
    const bytes = (await databaseBytes(sql)) - before
    return { size, processor, memoryMb: null, connections: null, bytes }
  }
  return { fetchAll, measure }
}

/** Fetches of the newest values, after a first one of each source. */
export async function sources(rig: Rig): Promise<Measured> {
  const { fetchAll, measure } = await openIngest(rig, SOURCES, FEW_MEMBERS)
  await fetchAll(1, 'history')
  await fetchAll(1, 'latest')
  const [few, many] = rig.quick ? [1, 2] : [1, 10]
  const small = await measure(few * SOURCES.length, few, 'latest')
  const large = await measure(many * SOURCES.length, many, 'latest')
  return {
    id: 'source',
    one: `a fetch of a source, one of ${SOURCES.length} in turn`,
    per: 'unit',
    bytesAre: 'stored',
    small,
    large,
  }
}

/** The history of the index's members, fetched once. */
export async function tickers(rig: Rig): Promise<Measured> {
  async function measure(members: number): Promise<Cost> {
    const { measure: fetched } = await openIngest(rig, ['breadth'], members)
    return await fetched(members, 1, 'history')
  }
  const [few, many] = rig.quick ? [FEW_MEMBERS, 60] : [FEW_MEMBERS, 10 * FEW_MEMBERS]
  const [small, large] = [await measure(few), await measure(many)]
  return { id: 'ticker', one: 'a ticker whose daily history is fetched', per: 'unit', bytesAre: 'stored', small, large }
}

/** Idle worker processes of one stage on the Postgres broker. */
export async function workers(rig: Rig): Promise<Measured> {
  const { database, env } = await openMarket(rig, { at: '03:00' })
  const { sql } = database
  const running: Child[] = []
  async function measure(count: number): Promise<Cost> {
    while (running.length < count) {
      running.push(rig.start(WORKER, { args: ['--stages', 'report'], env }))
      const there = async () => (await sql`select 1 from stage_workers`).length >= running.length
      await eventually(there, { within: WITHIN_MS })
    }
    await sleep(rig.quick ? 0 : IDLE_MS)
    const pids = running.map(({ pid }) => pid)
    const probes = { workers: ofProcess(...pids), postgres: await ofPostgres(sql) }
    const processor = await spentASecond(probes, () => sleep(rig.quick ? 1_000 : IDLE_MS))
    const memory = await Promise.all(pids.map(proportionalMb))
    const memoryMb = memory.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)
    const connections = (await connectionsOf(sql, 'worker%')) + (await connectionsOf(sql, 'broker%'))
    return { size: count, processor, memoryMb, connections, bytes: null }
  }
  const [small, large] = [await measure(1), await measure(rig.quick ? 2 : 10)]
  return {
    id: 'worker',
    one: 'an idle worker process on the Postgres broker',
    per: 'second',
    bytesAre: '',
    small,
    large,
  }
}

/** Sessions of 27 cycles, from their fetches to their reports. */
export async function sessions(rig: Rig): Promise<Measured> {
  const many = rig.quick ? 2 : MANY_SESSIONS
  async function measure(count: number): Promise<Cost> {
    const { database, env } = await openMarket(rig, { members: FEW_MEMBERS })
    const amount = { BACKFILL_SESSIONS: String(many), BACKFILL_CYCLE_SESSIONS: String(count) }
    const postgres = await ofPostgres(database.sql)
    const before = await databaseBytes(database.sql)
    const worker = rig.start(WORKER, { args: ['--all', '--backfill'], env: { ...env, ...amount } })
    const { processor } = await spentDuring({ workers: ofProcess(worker.pid), postgres }, () =>
      historyIsThere(database, [worker], WITHIN_MS * 10),
    )
    const bytes = (await databaseBytes(database.sql)) - before
    await worker.stop()
    return { size: count, processor, memoryMb: null, connections: null, bytes }
  }
  const [small, large] = [await measure(FEW_SESSIONS), await measure(many)]
  return {
    id: 'session',
    one: 'a trading session of 27 cycles with its reports',
    per: 'unit',
    bytesAre: 'stored',
    small,
    large,
  }
}
