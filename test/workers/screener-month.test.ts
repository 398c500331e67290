import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../harness/database.ts'
import { trackedPick } from '../../harness/fixtures/tracked.ts'
import type { Outcome } from '../../pipeline/screener/outcome.ts'
import { SCREENER_RULES } from '../../pipeline/screener/rules.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import { TrustBoard } from '../../shared/domain/contract/screener/evidence.ts'
import type { IndexMember } from '../../shared/domain/market/index-member.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import { saveMemberBars, saveMembers } from '../../shared/postgres/market/members.ts'
import { addOutcomes, addRecords } from '../../shared/postgres/screener/records.ts'
import { planRun } from '../../shared/postgres/screener/runs.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { easternIso, instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { recordRow } from '../../workers/screener/record-rows.ts'
import { drive, dueMessage } from './support/screener-world.ts'

/** The last session of a month, and one of the month after it. */
const MONTH_END = tradingDay('2026-11-30')
const NEXT = tradingDay('2026-12-01')
const DAYS = sessionsBetween(addSessions(NEXT, -419).day, NEXT)
const NAMES = Array.from({ length: 9 }, (_, at) => `Y${String.fromCharCode(65 + at)}`)
const ARCHETYPE = 'oversold_quality'
/** Half a percent a session over SPY: compared with that, picks that beat SPY by a little have no edge of their own. */
const CLIMB = 0.005
const HIT = 0.001

/** Names that climb while SPY does not move, each with its own volatility. */
async function seedClimb(sql: Pool, oldShares: (symbol: string, day: TradingDay) => number = () => 1): Promise<void> {
  const members = NAMES.map((symbol): IndexMember => ({ symbol, sector: 'Energy', since: null }))
  await saveMembers(sql, members, { at: instantAt(DAYS[0]!, '09:00'), source: 'test' })
  for (const [name, symbol] of [...NAMES, BENCHMARK].entries()) {
    const bars = DAYS.map((day, at) => {
      const wave = 0.002 * (name + 1) * (at % 2)
      const close = 100 * oldShares(symbol, day) * Math.exp(symbol === BENCHMARK ? 0 : CLIMB * at + wave)
      const range = { open: close, high: close, low: close, volume: 1e6 }
      return { symbol, day, close, range, knownAt: instantAt(day, '17:05'), origin: 'imported' as const }
    })
    await saveMemberBars(sql, bars, 'test')
  }
}

/** A hit in each of the blocks of two weeks up to the month's end, recorded by a scheduled run. */
async function seedEvidence(sql: Pool): Promise<void> {
  const entries = DAYS.filter((day, at) => at > 60 && at % 5 === 0 && addSessions(day, 10).day < MONTH_END)
  const picks = entries.flatMap((day, at): { tracked: Tracked; outcome: Outcome }[] => {
    const ticker = NAMES[at % NAMES.length]!
    const locked = addSessions(day, -1).day
    const id = `${locked}-pm-${ticker}-${ARCHETYPE}`
    const tracked = trackedPick({
      id,
      ticker,
      day: locked,
      runAt: easternIso(instantAt(locked, '17:30')),
      episode: id,
      contract: null,
      bars: 10,
      entry: { day, at: 'close', price: 100, spy: 100, atr: 1, invalidation: 98.5 },
    })
    const basics = { id, ticker, archetype: ARCHETYPE, episode: id, from: day, to: addSessions(day, 10).day } as const
    return [
      {
        tracked,
        outcome: { ...basics, return: HIT, spyReturn: 0, cost: 0.001, excess: null, excessHorizon: HIT },
      },
    ]
  })
  const first = addSessions(entries[0]!, -1).day
  const at = instantAt(first, '17:30')
  const run = { id: `${first}-pm`, day: first, slot: 'pm', dueAt: at, startedAt: at, origin: 'scheduled' } as const
  await sql.begin(async (tx) => {
    await planRun(tx, { ...run, rulesVersion: SCREENER_RULES, batches: 0 })
    await tx`update screener_runs set state = 'decided', decided_at = ${at}, summary = '{"flags": {}}'`
    await addRecords(
      tx,
      picks.map(({ tracked, outcome }) => ({ ...recordRow(tracked, run.id, at), maturedOn: outcome.to })),
    )
    await addOutcomes(
      tx,
      picks.map(({ outcome }) => ({
        id: outcome.id,
        archetype: ARCHETYPE,
        knownAt: instantAt(outcome.to, '17:30'),
        outcome,
      })),
    )
  })
}

const judged = (sql: Pool) => sql<{ month: string; archetype: string; state: string; judged_at: Date }[]>`
  select g.month, g.archetype, g.state, g.judged_at from screener_gauntlets as g order by g.month, g.archetype`

async function standing(sql: Pool) {
  const { archetypes } = TrustBoard.parse(JSON.parse((await readModel(sql, 'screener/trust-board'))!.body))
  return archetypes.find(({ archetype }) => archetype === ARCHETYPE)!
}

describe.each(['scheduled', 'backfill'] as const)('the month’s end in %s runs', (origin) => {
  const run = async (sql: Pool, day: TradingDay, slot: 'am' | 'pm', times = 1) => {
    const now = instantAt(day, slot === 'am' ? '10:30' : '17:30')
    await drive([dueMessage(day, slot, origin)], { sql, now, times })
  }

  test('the evening’s run judges every archetype once, and a falsified one is NO-BET from that run on', async () => {
    const { sql, drop } = await freshDatabase()
    try {
      await seedClimb(sql)
      await seedEvidence(sql)
      await run(sql, addSessions(MONTH_END, -1).day, 'pm')
      await run(sql, MONTH_END, 'am')
      expect(await judged(sql)).toEqual([])
      expect(await standing(sql)).toMatchObject({ tier: 'BETTABLE', gauntlet: 'insufficient', gauntlet_month: null })
      await run(sql, MONTH_END, 'pm', 2)
      const rows = await judged(sql)
      expect(rows.map(({ month, archetype }) => `${month} ${archetype}`)).toHaveLength(8)
      expect(rows.every(({ month }) => month === '2026-11')).toBe(true)
      expect(rows.find(({ archetype }) => archetype === ARCHETYPE)).toMatchObject({ state: 'falsified' })
      expect(rows.filter(({ state }) => state === 'insufficient')).toHaveLength(7)
      expect(await standing(sql)).toMatchObject({ tier: 'NO-BET', gauntlet: 'falsified', gauntlet_month: '2026-11' })
      await run(sql, NEXT, 'am')
      await run(sql, NEXT, 'pm')
      expect(await judged(sql)).toEqual(rows)
      expect(await standing(sql)).toMatchObject({ tier: 'NO-BET' })
    } finally {
      await drop()
    }
  })

  test('a month whose last evening was not decided is judged in the same way by the next morning’s run', async () => {
    const { sql, drop } = await freshDatabase()
    try {
      await seedClimb(sql)
      await seedEvidence(sql)
      await run(sql, NEXT, 'am', 2)
      const rows = await judged(sql)
      expect(rows).toHaveLength(8)
      expect(rows.find(({ archetype }) => archetype === ARCHETYPE)).toMatchObject({
        month: '2026-11',
        state: 'falsified',
      })
    } finally {
      await drop()
    }
  })
})

test('placebos know no jump at a split that the vendor has not restated', async () => {
  const exDate = addSessions(MONTH_END, -100).day
  const documents = async (isSplit: boolean) => {
    const { sql, drop } = await freshDatabase()
    try {
      await seedClimb(sql, (symbol, day) => (isSplit && symbol === NAMES[0] && day < exDate ? 4 : 1))
      await seedEvidence(sql)
      if (isSplit)
        await sql`
          insert into corporate_actions (symbol, kind, ex_date, new_shares, old_shares, source, known_at)
          values (${NAMES[0]!}, 'split', ${exDate}::text::date, 4, 1, 'test', ${instantAt(exDate, '08:30')})`
      await drive([dueMessage(NEXT, 'am')], { sql, now: instantAt(NEXT, '10:30') })
      return await sql`select g.archetype, g.document from screener_gauntlets as g order by g.archetype`
    } finally {
      await drop()
    }
  }
  const whole = await documents(false)
  expect(whole).toHaveLength(8)
  expect(await documents(true)).toEqual(whole)
})
