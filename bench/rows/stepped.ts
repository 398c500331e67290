import type { SteppedMarket } from '../../harness/stepped-market.ts'
import { walk } from '../../harness/walker.ts'
import { readStageTotals } from '../../shared/postgres/messaging/stage-workers.ts'
import { addSessions, sessionOn } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { openFilledSteppedMarket } from '../filled-market.ts'
import { marketSize } from '../market-size.ts'
import { type ProcessMemory, processesBelow } from '../process-memory.ts'
import { processorSeconds } from '../processor-time.ts'
import type { Figure, PlainRow } from '../row.ts'
import { median } from '../statistics.ts'

const FULL_DAY = tradingDay('2026-12-01')
const HALF_DAY = tradingDay('2026-11-27')
const SESSIONS = 21
const QUICK_SESSIONS = 2
/** Two a turn: ten in a session. */
const TURNS = 5
const STAGES_TOLD = 6

/** The first matching entry counts. */
const ROLES: readonly [role: string, command: RegExp][] = [
  ['workers', /\bworkers\/main\.ts\b/],
  ['API and simulator', /\bstart\/main\.ts\b/],
  ['Postgres', /\bpostgres\b/],
]
const roleOf = ({ command }: ProcessMemory): string =>
  ROLES.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other'

/** Processor seconds so far by role; a connection of Postgres that has ended counts no more. */
async function usedByRole(market: SteppedMarket): Promise<Map<string, number>> {
  const used = new Map<string, number>()
  for (const process of processesBelow(market.product.pid)) {
    const seconds = (await processorSeconds(process.pid)) ?? 0
    used.set(roleOf(process), (used.get(roleOf(process)) ?? 0) + seconds)
  }
  return used
}

const evening = (day: TradingDay): Date => instantAt(day, '20:05')

interface Session {
  seconds: number
  note: string
}

/** Lives through one session until its final daily row, with an agent of ten trades. */
async function liveThrough({
  market,
  token,
  from,
  until,
}: {
  market: SteppedMarket
  token: string
  from: Date
  until: Date
}): Promise<Session> {
  const [before, stages] = [await usedByRole(market), await handled(market)]
  const begun = performance.now()
  await market.clock({ action: 'lock-step' })
  const diary = await walk({ url: market.product.url, token, from, until, turnsMax: TURNS })
  const seconds = (performance.now() - begun) / 1_000
  await market.clock({ action: 'pause' })
  const used = [...(await usedByRole(market))].map(([role, total]) => [role, total - (before.get(role) ?? 0)] as const)
  const all = used.reduce((sum, [, each]) => sum + each, 0)
  const [{ cycles, missed }] = await market.sql<[{ cycles: number; missed: number }]>`
    select (select count(*)::int from cycles as c where c.state = 'reported' and c.scheduled_for between ${from} and ${until}) as cycles,
      (select count(*)::int from slots as s where s.state = 'missed' and s.scheduled_for between ${from} and ${until}) as missed`
  const longest = [...(await handled(market))]
    .map(([stage, total]) => [stage, total - (stages.get(stage) ?? 0)] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, STAGES_TOLD)
  const note = [
    `${cycles} cycles, ${missed} slots missed, ${diary.filter((line) => line.includes(': executed')).length} trades`,
    `processor ${all.toFixed(1)} s: ${used.map(([role, each]) => `${role} ${each.toFixed(1)}`).join(', ')}`,
    `in the handlers, waits included: ${longest.map(([stage, each]) => `${stage} ${each.toFixed(1)} s`).join(', ')}`,
  ].join('; ')
  return { seconds, note }
}

async function handled({ sql }: SteppedMarket): Promise<Map<string, number>> {
  const totals = new Map<string, number>()
  for (const { stage, handlingSeconds } of await readStageTotals(sql))
    totals.set(stage, (totals.get(stage) ?? 0) + handlingSeconds)
  return totals
}

/** A whole session in lock-step, on a full day and on a half-day. */
export const steppedSession: PlainRow = {
  kind: 'plain',
  id: 'stepped-session',
  async measure(rig) {
    const figures: Figure[] = []
    for (const [name, day] of [
      ['full day', FULL_DAY],
      ['half-day', HALF_DAY],
    ] as const) {
      if (rig.quick && day === FULL_DAY) continue
      const { market, token } = await openFilledSteppedMarket(rig, day)
      const { open } = sessionOn(day)!
      const until = rig.quick ? new Date(open.getTime() + 20 * 60_000) : evening(day)
      const { seconds, note } = await liveThrough({ market, token, from: instantAt(day, '09:25'), until })
      figures.push({ figure: `${name} in lock-step, until 20:05`, unit: 's', values: [seconds], note })
    }
    return figures
  },
}

/** A month in lock-step: whether a late session takes longer than an early one, and what accumulates. */
export const steppedMonth: PlainRow = {
  kind: 'plain',
  id: 'stepped-month',
  isOnRequest: true,
  async measure(rig) {
    const sessions = rig.quick ? QUICK_SESSIONS : SESSIONS
    const first = FULL_DAY
    const { market, token } = await openFilledSteppedMarket(rig, first)
    const [seconds, memory, disk]: [number[], number[], number[]] = [[], [], []]
    let from = instantAt(first, '09:25')
    for (let number = 0; number < sessions; number++) {
      const until = evening(addSessions(first, number).day)
      seconds.push((await liveThrough({ market, token, from, until })).seconds)
      const { memoryMb, databaseMb } = await marketSize(market)
      memory.push(memoryMb)
      disk.push(databaseMb)
      from = until
    }
    const third = Math.max(1, Math.floor(sessions / 3))
    const early = median(seconds.slice(0, third))
    const late = median(seconds.slice(-third))
    return [
      {
        figure: 'a session in lock-step',
        unit: 's',
        values: seconds,
        note: `${sessions} sessions; median of the first third ${early.toFixed(1)} s, of the last ${late.toFixed(1)} s`,
      },
      { figure: 'memory of all processes after each session', unit: 'MB', values: memory, note: 'PSS' },
      {
        figure: 'disk of a session',
        unit: 'MB',
        values: disk.slice(1).map((size, at) => size - disk[at]!),
        note: `the database has ${disk.at(-1)!.toFixed(0)} MB at the end`,
      },
    ]
  },
}
