import { afterAll, expect, test } from 'vitest'
import { Coherence } from '../../api/status/coherence.ts'
import { median } from '../../bench/statistics.ts'
import { removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { ownRabbit } from '../../harness/rabbitmq.ts'
import { isLong } from '../../harness/run-environment.ts'
import { openSteppedMarket } from '../../harness/stepped-market.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { plannedSlots, type SteppedSession, stepSessions, undecided } from './month.ts'

const SESSIONS = 21
const FIRST = tradingDay('2026-11-30')
const BEGIN = instantAt(FIRST, '09:26')
const MARKET = { SIMULATOR_START: `${FIRST}T09:25`, SIMULATOR_SEED: '7' }
const PATIENCE_MS = 7_200_000

afterAll(removeTemporaryFolders)

interface Month {
  reports: readonly { filename: string; content: string }[]
  days: readonly object[]
  sessions: SteppedSession[]
}

const isPlannedCycle = (key: string): boolean => key.startsWith('cycle:')

/** Lives through a month on a broker, and checks that nothing of it is lost and everything agrees. */
async function liveMonth(broker: string, env: Record<string, string>): Promise<Month> {
  const market = await openSteppedMarket(await temporaryFolder(), { ...MARKET, ...env })
  const { sql, product } = market
  try {
    await market.to(BEGIN)
    const after = async (day: TradingDay): Promise<void> => {
      const { rows } = Coherence.parse(await (await fetch(`${product.url}/api/v1/coherence`)).json())
      const critical = rows.filter(({ severity }) => severity === 'critical').map(({ message }) => message)
      expect({ broker, day, critical }).toEqual({ broker, day, critical: [] })
    }
    const sessions = await stepSessions(market, { first: FIRST, sessions: SESSIONS, after })
    const planned = plannedSlots(BEGIN, instantAt(addSessions(FIRST, SESSIONS - 1).day, '20:05'))
    expect(await undecided(sql, planned)).toEqual([])
    const missed =
      await sql`select s.key, s.reason from slots as s where s.state = 'missed' and s.key = any(${planned})`
    expect([...missed]).toEqual([])
    const cycles = await sql<{ id: string }[]>`
      select c.id from cycles as c where c.state = 'reported' and c.scheduled_for > ${BEGIN} order by c.id`
    expect(cycles.map(({ id }) => `cycle:${id}`)).toEqual(planned.filter(isPlannedCycle))
    for (const finding of await audit(sql)) expect(finding.offenders, finding.rule).toEqual([])
    const reports = await sql<{ filename: string; content: string }[]>`
      select r.filename, r.content from reports as r where r.at > ${BEGIN} order by r.filename`
    const days = await sql`
      select d.trade_date, d.regime, d.health_score, d.score_low, d.score_high, d.points from signals_daily as d
      where d.state = 'final' and d.trade_date >= ${FIRST} order by d.trade_date`
    expect(days.length).toBe(SESSIONS)
    return { reports: [...reports], days: [...days], sessions }
  } finally {
    await market.close()
  }
}

/** The figures of a month in one line. */
function figures(sessions: readonly SteppedSession[]): string {
  const total = sessions.reduce((sum, { seconds }) => sum + seconds, 0)
  const [early, late] = [sessions.slice(1, 6), sessions.slice(-5)]
  const memory = (some: readonly SteppedSession[]) => median(some.map(({ memoryMb }) => memoryMb)).toFixed(0)
  const pace = (some: readonly SteppedSession[]) => median(some.map(({ seconds }) => seconds)).toFixed(1)
  const grown = sessions.at(-1)!.databaseMb - sessions[0]!.databaseMb
  return [
    `${sessions.length} sessions in ${(total / 60).toFixed(1)} minutes, ${((60 * sessions.length) / total).toFixed(2)} a minute`,
    `a session ${pace(early)} s early, ${pace(late)} s late`,
    `memory ${memory(early)} MB early, ${memory(late)} MB late`,
    `disk ${(grown / (sessions.length - 1)).toFixed(1)} MB a session`,
  ].join('; ')
}

test.runIf(isLong)(
  'a month is the same on either broker, with every planned slot decided and nothing to object to',
  {
    timeout: PATIENCE_MS,
  },
  async () => {
    const node = await ownRabbit()
    try {
      const [postgres, rabbit] = await Promise.all([
        liveMonth('Postgres', {}),
        liveMonth('RabbitMQ', { AMQP_URL: node.url }),
      ])
      console.log(`Postgres: ${figures(postgres.sessions)}\nRabbitMQ: ${figures(rabbit.sessions)}`)
      expect(postgres.reports.length).toBeGreaterThan(SESSIONS * 16)
      expect(rabbit.reports).toEqual(postgres.reports)
      expect(rabbit.days).toEqual(postgres.days)
    } finally {
      await node.stop()
    }
  },
)
