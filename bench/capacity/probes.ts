import { AppError } from '../../shared/errors.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { processesBelow } from '../process-memory.ts'
import { parentOf, processorSeconds, treeSeconds } from '../processor-time.ts'
import type { Part } from './cost.ts'

export type Probe = () => Promise<number | null>
export type Probes = Partial<Record<Part, Probe>>

export const ofProcess =
  (...pids: number[]): Probe =>
  async () => {
    const used = await Promise.all(pids.map(processorSeconds))
    return used.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0)
  }

/** Processor seconds of the server that answers this pool, when it runs on this machine. */
export async function ofPostgres(sql: Pool): Promise<Probe> {
  const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  const server = await parentOf(backend.pid)
  return async () => (server === null ? null : await treeSeconds(server))
}

/** Processor seconds of the RabbitMQ node that this run has started; null for one that runs elsewhere. */
export function ofRabbit(): Probe {
  const node = processesBelow(process.pid).find(({ command }) => /\bbeam\.smp\b/.test(command))
  return async () => (node ? await processorSeconds(node.pid) : null)
}

/** The processor seconds that each part used while the work ran, and how long that was. */
export async function spentDuring(
  probes: Probes,
  work: () => Promise<unknown>,
): Promise<{ processor: Partial<Record<Part, number | null>>; seconds: number }> {
  const parts = Object.entries(probes) as [Part, Probe][]
  const read = () => Promise.all(parts.map(([, probe]) => probe()))
  const before = await read()
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1_000
  const after = await read()
  const processor: Partial<Record<Part, number | null>> = {}
  for (const [at, [part]] of parts.entries()) {
    const [from, to] = [before[at] ?? null, after[at] ?? null]
    processor[part] = from === null || to === null ? null : to - from
  }
  return { processor, seconds }
}

/** The same for each second of the clock. */
export async function spentASecond(probes: Probes, work: () => Promise<unknown>) {
  const { processor, seconds } = await spentDuring(probes, work)
  for (const part of Object.keys(processor) as Part[]) {
    const used = processor[part]
    if (used !== null && used !== undefined) processor[part] = used / seconds
  }
  return processor
}

export function residentMb(pid: number): number {
  const own = processesBelow(pid).find((each) => each.pid === pid)
  if (!own) throw new AppError('internal', 'ps does not show the process')
  return own.rssMb
}

export async function connectionsOf(sql: Pool, name: string): Promise<number> {
  const [row] = await sql<[{ n: number }]>`
    select count(*)::integer as n from pg_stat_activity as a
    where a.datname = current_database() and a.application_name like ${name}`
  return row.n
}

export async function databaseBytes(sql: Pool): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`select pg_database_size(current_database())::float8 as bytes`
  return row.bytes
}
