import { statfsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import amqplib from 'amqplib'
import { openPool } from '../shared/postgres/server/db.ts'

const SETTINGS = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers']
/** A load per core above this means that other programs were working when the run began. */
const QUIET_LOAD = 0.5
/** One core each for the measured process, its load and the servers. */
const CORES_WANTED = 3
/** The type that Linux gives a file system in memory. */
const TMPFS = 0x01021994

/** Describes what the figures depend on, for comparisons with another machine. */
export function describeMachine(): string[] {
  const cores = availableParallelism()
  const [load = 0] = loadavg()
  const lines = [`machine: ${cores} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`]
  if (cores < CORES_WANTED) {
    lines.push(`${cores} cores: what is measured, its load and the servers are processes of their own, but share them`)
  }
  if (load > QUIET_LOAD * cores) {
    lines.push(`the machine was busy when this began (load ${load.toFixed(1)}): trust the ratios, not the figures`)
  }
  if (statfsSync(tmpdir()).type === TMPFS) {
    lines.push(
      `the servers keep their files in memory (${tmpdir()}): no commit waits for a disk, so ceilings are too high`,
    )
  }
  return lines
}

export async function describePostgres(adminUrl: string): Promise<string> {
  const admin = openPool(adminUrl, { max: 1, name: 'bench-admin' })
  try {
    const rows = await admin<{ name: string; value: string }[]>`
      select s.name, current_setting(s.name) as value from unnest(${SETTINGS}::text[]) as s (name)`
    return `postgres: ${rows.map(({ name, value }) => `${name} ${value}`).join(', ')}`
  } finally {
    await admin.end({ timeout: 1 })
  }
}

export async function describeRabbit(url: string): Promise<string> {
  const model = await amqplib.connect(url)
  const { version } = model.connection.serverProperties
  await model.close()
  return `rabbitmq: ${version}, one node, quorum queues, persistent messages`
}
