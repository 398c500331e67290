import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { seeded } from '../../shared/domain/seeded.ts'
import { silentLog } from '../../shared/log.ts'
import { saveVerdict } from '../../shared/postgres/ai/ai-verdicts.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { gradingStage } from '../../workers/grade-verdicts.ts'
import { INTERNAL, testApi } from '../api/support/api.ts'

const db = testDatabase()
const DAYS = sessionsBetween(tradingDay('2024-01-02'), tradingDay('2026-11-20'))
const LAST = DAYS.at(-1)!
/** Verdicts are written twice a day from this session on. */
const FIRST = DAYS.length - 90
const prices = walk(5)
let app: FastifyInstance

function walk(seed: number): number[] {
  const random = seeded(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  let [price, volatility] = [100, 0.01]
  return DAYS.map(() => {
    volatility = Math.max(0.004, Math.min(0.03, volatility * Math.exp(0.1 * normal())))
    price *= Math.exp(volatility * normal())
    return price
  })
}

const close = (day: TradingDay, value: number, knownAt = instantAt(day, '20:00')) => ({
  series: 'spy_close' as const,
  day,
  value,
  knownAt,
  source: 'market' as const,
  origin: 'scheduled' as const,
})

/** The size of the next move by the rule, so that the planted LLM knows the future. */
function sizeAfter(at: number): 'small' | 'normal' | 'big' {
  const move = (day: number) => Math.abs(prices[day]! / prices[day - 1]! - 1)
  const moves = Array.from({ length: 252 }, (_, back) => move(at - back)).sort((a, b) => a - b)
  const cut = (share: number) => {
    const position = 251 * share
    const below = Math.floor(position)
    return moves[below]! + (position - below) * (moves[below + 1]! - moves[below]!)
  }
  return move(at + 1) <= cut(1 / 3) ? 'small' : move(at + 1) <= cut(2 / 3) ? 'normal' : 'big'
}

interface Planted {
  at: number
  time: string
  variant: 'deterministic' | 'llm'
  origin?: 'scheduled' | 'backfill'
  era?: string
  size?: Record<'small' | 'normal' | 'big', number>
}
const EVEN = { small: 0.34, normal: 0.33, big: 0.33 }

async function plant({ at, time, variant, origin = 'scheduled', era = 'now', size = EVEN }: Planted): Promise<void> {
  const asOf = instantAt(DAYS[at]!, time)
  const isLlm = variant === 'llm'
  await db.sql.begin((tx) =>
    saveVerdict(tx, {
      cycleId: `${origin === 'backfill' ? 'b' : ''}${DAYS[at]}T${time}`,
      variant,
      asOf,
      day: DAYS[at]!,
      origin,
      model: isLlm ? 'planted' : null,
      simulated: isLlm,
      promptVersion: isLlm ? '1' : null,
      rulesVersion: '1',
      era: isLlm ? `planted ${era}` : era,
      document: '{}',
      facts: {} as never,
      band: isLlm ? null : 'low',
      rate: 0.2,
      baseRate: 0.2,
      sizeClass: Object.entries(size).sort((a, b) => b[1] - a[1])[0]![0] as 'small',
      pSmall: size.small,
      pNormal: size.normal,
      pBig: size.big,
      direction: isLlm
        ? {
            '1d': { label: 'up', confidence: 2 },
            '3d': { label: 'up', confidence: 2 },
            '5d': { label: 'up', confidence: 2 },
          }
        : null,
      idea: isLlm ? 'Apple ahead of the index.' : null,
      ideaUnderlying: isLlm ? 'AAPL' : null,
      ideaDirection: isLlm ? 'up' : null,
      ideaHorizon: isLlm ? 3 : null,
      stateRef: null,
      fallback: null,
      writtenAt: asOf,
    }),
  )
}

const grade = (day: TradingDay, run = 1) =>
  db.sql.begin((tx) =>
    gradingStage({ clock: fixedClock(instantAt(day, '20:01')), log: silentLog }).handle(
      tx,
      { payload: { day, cutoff: instantAt(day, '20:00').toISOString(), run, origin: 'scheduled' } } as never,
      undefined as never,
    ),
  )
const count = async (table: string) => {
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from ${db.sql(table)}`
  return row!.count
}
const internal = async (name: string) => {
  const answer = await app.inject({
    url: `/api/v1/internal/ai2/grades/${name}`,
    headers: { authorization: `Bearer ${INTERNAL}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const history = async () => (await app.inject('/api/v1/ai2/history?limit=1')).json()

beforeAll(async () => {
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${instantAt(LAST, '20:05')}, 0, '2026-01-02T12:00:00Z', ${instantAt(LAST, '20:05')})`
  await saveObservations(
    db.sql,
    DAYS.map((day, at) => close(day, prices[at]!)),
  )
  await saveMemberBars(
    db.sql,
    DAYS.slice(-100).map((day) => ({
      symbol: 'AAPL',
      day,
      close: 50,
      knownAt: instantAt(day, '20:00'),
      origin: 'scheduled' as const,
    })),
    'bars',
  )
  for (let at = FIRST; at < DAYS.length; at++) {
    const known = at < DAYS.length - 1 ? { small: 0.1, normal: 0.1, big: 0.1, [sizeAfter(at)]: 0.8 } : EVEN
    for (const time of ['09:40', '15:30']) {
      await plant({ at, time, variant: 'deterministic' })
      await plant({ at, time, variant: 'llm', size: known })
    }
  }
  await plant({ at: FIRST - 1, time: '15:30', variant: 'llm', era: 'before' })
  await plant({ at: FIRST - 1, time: '15:30', variant: 'deterministic', origin: 'backfill' })
  app = await testApi(db.url)
})

test('before the first run the history and the internals say so', async () => {
  expect((await history()).grades.magnitude).toEqual({
    verdict: 'insufficient_data',
    matured: 0,
    reason: 'no verdict has matured yet',
  })
  expect(await internal('magnitude')).toMatchObject({ live: [], reason: 'The grading stage has not run yet.' })
  expect((await app.inject('/api/v1/internal/ai2/grades/risk')).statusCode).toBe(401)
})

test('a claim is not graded before it has matured, and a grade stays when a bar is corrected', async () => {
  const early = DAYS[FIRST + 1]!
  await grade(early)
  // Two claims of each variant from the first session, and the one of the era before; nothing of 3, 5 or 20 sessions.
  const rows =
    await db.sql`select g.kind, g.sessions, count(*)::int as count from ai_grades as g group by 1, 2 order by 1, 2`
  expect([...rows]).toEqual([
    { kind: 'direction', sessions: 1, count: 3 },
    { kind: 'magnitude', sessions: 1, count: 5 },
  ])
  const [before] =
    await db.sql`select md5(string_agg(g::text, '' order by g.verdict_id, g.kind)) as digest from ai_grades as g`
  await saveObservations(db.sql, [close(early, prices[FIRST + 1]! * 1.2, instantAt(early, '20:30'))])
  await grade(early, 2)
  const [after] =
    await db.sql`select md5(string_agg(g::text, '' order by g.verdict_id, g.kind)) as digest from ai_grades as g`
  expect(after).toEqual(before)
  await saveObservations(db.sql, [close(early, prices[FIRST + 1]!, instantAt(early, '20:45'))])
  await expect(db.sql`update ai_grades set came = not came`).rejects.toThrow('append-only')
})

test('an LLM that knows the size of moves is better than its twin, in the public text and in figures', async () => {
  await grade(LAST)
  const { grades, twin } = await history()
  expect(Object.keys(grades).sort()).toEqual(['magnitude', 'risk_band', 'trade_idea'])
  expect(twin).toMatchObject({ verdict: 'better', n: 89, n_needed: null, date: null })
  expect(twin.sentence).toMatch(/^Over 89 dates the LLM’s sizes of moves were better than the deterministic ones/)
  expect(grades.magnitude).toMatchObject({ matured: 178 })
  expect(grades.risk_band.verdict).toBe('insufficient_data')
  const magnitude = await internal('magnitude')
  expect(magnitude.twin).toMatchObject({ verdict: 'better', n: 89, n_effective: 89 })
  const eraOf = (kind: { live: { era: string }[] }, era = 'planted now') => kind.live.find((each) => each.era === era)
  expect(eraOf(magnitude)).toMatchObject({ n: 178, pending: 2, current: true, reliability: [{ n: 178, came: 1 }] })
  expect(eraOf(magnitude, 'now')).toMatchObject({ variant: 'deterministic', n: 178, current: true })
  expect(eraOf(magnitude, 'planted before')).toMatchObject({ n: 1, current: false })
  expect(magnitude.backfill).toMatchObject([{ era: 'now', n: 1 }])
  const { '5d': five } = await internal('direction')
  expect(eraOf(five)).toMatchObject({ n: 2 * (90 - 5), pending: 10, n_effective: 17 })
  expect(five.twin).toBeNull()
  expect(eraOf(await internal('trade-idea'))).toMatchObject({ variant: 'llm', n: 2 * (90 - 3), unresolved: 0 })
  expect(eraOf(await internal('risk'))).toMatchObject({ n: 2 * (90 - 20), pending: 40, n_effective: 4 })
})

test('a verdict of simulated months is graded in its own table only', async () => {
  expect(await count('ai_backfill_grades')).toBe(2)
  const [row] = await db.sql`
    select count(*)::int as count from ai_grades as g join ai_verdicts as v on v.id = g.verdict_id where v.origin = 'backfill'`
  expect(row).toEqual({ count: 0 })
  await expect(db.sql`
    insert into ai_grades select g.* from ai_backfill_grades as g limit 1`).rejects.toThrow(
    'is not graded in ai_grades',
  )
})

test('an older evening than the newest session grades nothing', async () => {
  const before = await count('ai_grades')
  const old = addSessions(LAST, -5).day
  await db.sql.begin((tx) =>
    gradingStage({ clock: fixedClock(instantAt(LAST, '20:01')), log: silentLog }).handle(
      tx,
      { payload: { day: old, cutoff: instantAt(old, '20:00').toISOString(), run: 1, origin: 'scheduled' } } as never,
      undefined as never,
    ),
  )
  expect(await count('ai_grades')).toBe(before)
})
