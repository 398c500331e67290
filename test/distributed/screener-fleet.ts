import { expect } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import type { RabbitNode } from '../../harness/rabbitmq-node.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { type Relay, startRelay } from '../../shared/broker/relay.ts'
import { silentLog } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { openServiceTime, stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { opensOn, type SessionStep, seedSessions, sessionSteps } from '../workers/support/screener-sessions.ts'
import { holdWrites } from './deaths.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { openQuoteServer } from './quote-server.ts'
import { brokerConfig } from './transports.ts'

/** A lost message is back within 16 s, and processes start slowly on busy cores. */
const WITHIN = { within: 150_000 }
const STARTED = /workers_started/

/** A run in which workers die: while this table is written, either all of them or the oldest. */
export interface Death {
  /** The number of the session, from 0. */
  session: number
  slot: 'am' | 'pm'
  table: 'screener_scans' | 'screener_records'
  who: 'all' | 'oldest'
}

export interface FleetShape {
  workers: number
  deaths: readonly Death[]
  names: number
}

interface Running {
  sql: Pool
  fleet: Fleet
  relay: Relay
}

/** Sends every session to worker processes of the stage, some of which are killed. Returns how many died. */
export async function sessionsInProcesses(
  { sql, url }: { sql: Pool; url: string },
  node: RabbitNode | null,
  days: readonly TradingDay[],
  { workers, deaths, names }: FleetShape,
): Promise<number> {
  const bars = await seedSessions(sql, days, names)
  await openServiceTime(sql, instantAt(days[0]!, '09:30'), { speed: 0, reason: 'test' })
  const server = await openQuoteServer((day) => opensOn(bars, day))
  const secrets = { DATABASE_URL: url, INTERNAL_TOKEN: 'internal-token-of-the-fleet' }
  const fleet = await openFleet({ SIMULATOR_URL: server.url }, node ? { ...secrets, AMQP_URL: node.url } : secrets)
  const broker = await connectBroker(brokerConfig(node, url), silentLog)
  const relay = startRelay({ sql, broker, log: silentLog })
  try {
    for (let copy = 0; copy < workers; copy++) fleet.start('screener')
    await allStarted(fleet)
    let died = 0
    for (const [session, day] of days.entries()) {
      for (const step of sessionSteps(day)) {
        const death = deaths.find((each) => each.session === session && step.message.id.endsWith(`${each.slot}#1`))
        died += await takeStep({ sql, fleet, relay }, day, step, death)
      }
    }
    expect(fleet.crashes()).toEqual([])
    return died
  } finally {
    await fleet.stop()
    await relay.stop()
    await broker.close()
    await server.close()
  }
}

const allStarted = (fleet: Fleet): Promise<boolean> =>
  eventually(() => fleet.running().every(({ output }) => STARTED.test(output())), WITHIN)

async function takeStep(
  running: Running,
  day: TradingDay,
  { time, message }: SessionStep,
  death: Death | undefined,
): Promise<number> {
  const { sql, relay } = running
  const send = async () => {
    await stepServiceTime(sql, instantAt(day, time))
    await relay.transaction(sql, async () => ({ result: null, messages: [message] }))
  }
  const died = death ? await killWriting(running, death, send) : await send().then(() => 0)
  await eventually(async () => {
    const [left] = await sql<[{ done: boolean; scanning: number }]>`
      select exists (select 1 from inbox as i where i.message_id = ${message.id} and i.state = 'done') as done,
        (select count(*)::int from screener_runs as r where r.state = 'scanning') as scanning`
    expect(left).toEqual({ done: true, scanning: 0 })
  }, WITHIN)
  return died
}

/** Kills workers once one of them waits, in its transaction, to write a table. */
async function killWriting(
  { sql, fleet }: Running,
  { table, who }: Death,
  trigger: () => Promise<void>,
): Promise<number> {
  const release = await holdWrites(sql, table)
  try {
    await trigger()
    await eventually(async () => {
      const waiting = await sql`
        select 1 from pg_locks as l where not l.granted and l.relation = ${table}::regclass limit 1`
      expect(waiting.length).toBe(1)
    }, WITHIN)
    const dying = who === 'all' ? fleet.running() : fleet.running().slice(0, 1)
    await Promise.all(dying.map((member) => fleet.killAndReplace(member)))
    return dying.length
  } finally {
    await release()
  }
}
