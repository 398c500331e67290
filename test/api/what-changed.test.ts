import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { CALM_DAY, STRESSED_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { logEvents } from '../../harness/log-events.ts'
import { computeSnapshot } from '../../pipeline/snapshot/compute-snapshot.ts'
import { cycleDocuments } from '../../pipeline/snapshot/cycle-documents.ts'
import { transitionEvents } from '../../pipeline/transitions/find-transitions.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { Transition } from '../../shared/domain/contract/transition.ts'
import { beginTransitionState } from '../../shared/postgres/signals/transition-state.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { testApi } from './support/api.ts'
import { NOW, seedSession } from './support/seed.ts'
import { seedCycle } from './support/seed-cycle.ts'
import { snapshot } from './support/snapshot.ts'

const db = testDatabase()
const empty = testDatabase()
let app: FastifyInstance
let bare: FastifyInstance

const transition = (over: Partial<Transition>): Transition => ({
  subject: 'vix',
  from: 'neutral',
  to: 'adverse',
  since: '2026-11-19T15:00:00-05:00',
  direction: 'worse',
  severity: 'warning',
  title: 'VIX went from neutral to adverse.',
  cause: 'VIX 31.40 (quoted 2026-11-20)',
  rules: null,
  ...over,
})
const wire: NewEvent = {
  key: 'tripwire/vix_30/fired',
  kind: 'tripwire',
  subject: 'vix_30',
  severity: 'warning',
  title: 'VIX stood above 30.',
  at: new Date('2026-11-20T15:20:00Z'),
  data: { from: 'triggered', to: 'fired', cause: 'VIX 31.4 for 20 minutes' },
  cycleId: null,
  origin: 'scheduled',
}
const [calm, stressed] = [CALM_DAY, STRESSED_DAY].map((inputs) => {
  const context = { cycleId: 'c', origin: 'scheduled' } as const
  const velocity = cycleDocuments(inputs, context).find(({ key }) => key === 'signals/velocity')!.value
  return { snapshot: computeSnapshot(inputs, context), documents: { 'signals/velocity': velocity } }
})

beforeAll(async () => {
  for (const { sql } of [db, empty])
    await sql`
      insert into service_time (real_origin, service_origin, speed, since, last_seen)
      values (clock_timestamp(), ${NOW}, 0, '2026-11-02T12:00:00Z', ${NOW})`
  const { sql } = db
  for (const [at, day] of sessionsBetween(tradingDay('2026-10-01'), tradingDay('2026-11-19')).entries()) {
    const regime = day < '2026-10-20' ? 'RISK-ON' : day < '2026-11-06' ? 'TRANSITIONAL' : 'CAUTIOUS'
    await seedSession(sql, day, { regime, regimeReason: `${regime} on ${day}`, healthScore: 50 + (at % 3) })
  }
  await seedCycle(sql, '2026-11-20T14:45:00Z', {
    ...calm!.snapshot,
    documents: calm!.documents,
    cycle_id: '2026-11-20T0945',
    as_of: '2026-11-20T09:45:00-05:00',
  })
  await seedCycle(sql, '2026-11-20T15:00:00Z', {
    ...calm!.snapshot,
    documents: calm!.documents,
    cycle_id: '2026-11-20T1000',
    as_of: '2026-11-20T10:00:00-05:00',
  })
  await seedCycle(sql, '2026-11-20T15:15:00Z', {
    ...stressed!.snapshot,
    documents: stressed!.documents,
    cycle_id: '2026-11-20T1015',
    as_of: '2026-11-20T10:15:00-05:00',
  })
  await sql.begin(async (tx) => {
    await beginTransitionState(tx, { asOf: new Date('2026-11-02T14:45:00Z'), cycleId: 'first', states: {} })
  })
  const source = { ...snapshot(), cycle_id: '2026-11-20T1015', as_of: '2026-11-20T10:15:00-05:00' }
  await logEvents(sql, [
    ...transitionEvents(
      [transition({}), transition({ subject: 'regime', from: 'CAUTIOUS', to: 'PANIC', severity: 'critical' })],
      source,
    ),
    wire,
  ])
  app = await testApi(db.url)
  bare = await testApi(empty.url)
})

const json = async (url: string, from = app) => {
  const answer = await from.inject(`/api/v1/signals/${url}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const refused = async (url: string, field: string) => {
  const answer = await app.inject(`/api/v1/signals/${url}`)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json().details.fields).toEqual([field])
  return answer.json()
}

describe('transitions', () => {
  const lines = (body: { transitions: { subject: string; from: string; to: string; basis: string }[] }) =>
    body.transitions.map(({ subject, from, to, basis }) => `${subject} ${from} > ${to} ${basis}`)

  test('are narrowed by a list of at most a thousand characters', async () => {
    const names = 'regime,'.repeat(142)
    expect((await json(`transitions?signal=${names}regime`)).signals).toEqual(['regime'])
    await refused(`transitions?signal=${names}vix,vix`, 'signal')
  })

  test('come from the log, and before the log began from the regimes of daily rows', async () => {
    const body = await json('transitions?days=60')
    expect(lines(body)).toEqual([
      'vix_30 triggered > fired event_log',
      'regime CAUTIOUS > PANIC event_log',
      'vix neutral > adverse event_log',
      'regime RISK-ON > TRANSITIONAL daily_rows',
    ])
    expect(body).toMatchObject({ n: 4, has_more: false, reason: null, logged_since: '2026-11-02T09:45:00-05:00' })
    expect(body.by_subject).toEqual({ vix_30: 1, regime: 2, vix: 1 })
    expect(body.transitions[3]).toMatchObject({
      at: '2026-10-20T19:59:00-04:00',
      since: '2026-10-01',
      direction: 'worse',
      severity: 'warning',
      cause: 'TRANSITIONAL on 2026-10-20',
      event_id: null,
      origin: 'scheduled',
    })
    expect(body.transitions[0]).toMatchObject({ what: 'tripwire', cause: 'VIX 31.4 for 20 minutes', event_id: 3 })
    expect(body.transitions[2]).toMatchObject({ what: 'level', direction: 'worse', cycle_id: '2026-11-20T1015' })
  })
  test('are limited to the requested days and subjects, newest first', async () => {
    expect(lines(await json('transitions?days=1&signal=vix'))).toEqual(['vix neutral > adverse event_log'])
    expect(lines(await json('transitions?days=60&signal=regime,vix&limit=1'))).toEqual([
      'regime CAUTIOUS > PANIC event_log',
    ])
    expect((await json('transitions?days=60&limit=1')).has_more).toBe(true)
    expect(await json('transitions?days=60&signal=oil')).toMatchObject({
      n: 0,
      reason: 'nothing changed on these days',
    })
    expect((await refused('transitions?signal=weather', 'signal')).message).toContain('regime_now')
    await refused('transitions?days=366', 'days')
  })
  test('have a reason before the first cycle', async () => {
    const body = await json('transitions', bare)
    expect(body).toMatchObject({
      n: 0,
      logged_since: null,
      reason: 'no cycle has been compared with an earlier one yet',
    })
  })
})

describe('regime-log', () => {
  test('has the spells newest first, and counts complete ones', async () => {
    const body = await json('regime-log')
    expect(body.spells.map(({ regime, from, complete }: Record<string, unknown>) => [regime, from, complete])).toEqual([
      ['CAUTIOUS', '2026-11-06', false],
      ['TRANSITIONAL', '2026-10-20', true],
      ['RISK-ON', '2026-10-01', false],
    ])
    expect(body.current).toMatchObject({
      regime: 'CAUTIOUS',
      to: '2026-11-19',
      reason: 'CAUTIOUS on 2026-11-06',
      ended_by: null,
    })
    expect(body.by_regime[2]).toEqual({
      regime: 'TRANSITIONAL',
      spells: 1,
      sessions: 13,
      n: 1,
      median_sessions: 13,
      longest_sessions: 13,
    })
    expect(body).toMatchObject({ n: 3, from: '2026-10-01', to: '2026-11-19', reason: null })
  })
  test('lists a spell that reaches into the window whole', async () => {
    const body = await json('regime-log?days=3')
    expect(body.spells).toHaveLength(1)
    expect(body).toMatchObject({ from: '2026-11-18', spells: [{ from: '2026-11-06', sessions: 10 }] })
  })
  test('has a reason when there is no session', async () => {
    expect(await json('regime-log', bare)).toMatchObject({
      n: 0,
      current: null,
      reason: 'no session has been computed yet',
    })
    await refused('regime-log?days=3651', 'days')
  })
})

describe('diff', () => {
  test('since the previous cycle, and back', async () => {
    const body = await json('diff')
    expect(body).toMatchObject({ moved: true, reason: null, rules_changed: false, usual_score_sessions: 35 })
    expect([body.from.cycle_id, body.to.cycle_id]).toEqual(['2026-11-20T1000', '2026-11-20T1015'])
    expect(body.changes[0]).toMatchObject({ kind: 'regime', from: 'RISK-ON', to: 'PANIC' })
    const score = body.changes.find(({ kind }: { kind: string }) => kind === 'score')
    expect(score.usual_change).toBeGreaterThan(0)
    expect(score.in_usual_moves).toBeCloseTo(score.change / score.usual_change, 5)
    const vix = body.changes.find(({ kind, subject }: Record<string, string>) => kind === 'input' && subject === 'vix')
    expect(vix).toMatchObject({ change: 22.8, unit: 'index points', in_usual_moves: expect.any(Number) })
    expect(body.n).toBe(body.changes.length)
    expect(body.sentence).toBe(body.changes[0].text)
  })
  test('compares the cycles known at two instants', async () => {
    const between = (from: string, to: string) =>
      json(`diff?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)
    const one = '2026-11-20T10:16:00-05:00'
    const same = await between('2026-11-20T09:50:00-05:00', '2026-11-20T10:05:00-05:00')
    expect(same).toMatchObject({ moved: false, sentence: 'Nothing moved.', from: { cycle_id: '2026-11-20T0945' } })
    const to = await json(`diff?to=${encodeURIComponent('2026-11-20T10:05:00-05:00')}`)
    expect([to.from.cycle_id, to.to.cycle_id]).toEqual(['2026-11-20T0945', '2026-11-20T1000'])
    const from = await json(`diff?from=${encodeURIComponent('2026-11-20T09:46:00-05:00')}`)
    expect([from.from.cycle_id, from.to.cycle_id]).toEqual(['2026-11-20T0945', '2026-11-20T1015'])
    expect((await between('2026-11-01T10:00:00-05:00', one)).reason).toBe('no earlier cycle is known')
  })
  test('compares a cycle that both instants mean with the session before, never with itself', async () => {
    const sidesAt = async (instant: string) => {
      const at = encodeURIComponent(instant)
      const { from, to, sentence } = await json(`diff?from=${at}&to=${at}`)
      return [from?.cycle_id, to?.cycle_id, sentence]
    }
    const only = ['2026-11-20T0945', '2026-11-20T1000', 'Nothing moved.']
    expect(await sidesAt('2026-11-20T10:05:00-05:00')).toEqual(only)
    await seedCycle(db.sql, '2026-11-19T21:15:00Z', {
      ...stressed!.snapshot,
      documents: stressed!.documents,
      cycle_id: '2026-11-19T1615',
      as_of: '2026-11-19T16:15:00-05:00',
    })
    const [from, to, sentence] = await sidesAt('2026-11-20T10:05:00-05:00')
    expect([from, to]).toEqual(['2026-11-19T1615', '2026-11-20T1000'])
    expect(sentence).toMatch(/^Regime: PANIC to RISK-ON/)
  })
  test('has a reason when there is nothing to compare', async () => {
    expect(await json('diff', bare)).toMatchObject({
      moved: null,
      from: null,
      reason: 'no snapshot had been computed by then',
    })
    const later = encodeURIComponent('2026-11-20T10:16:00-05:00')
    await refused(`diff?from=${later}&to=${encodeURIComponent('2026-11-20T10:00:00-05:00')}`, 'from')
    await refused(`diff?to=${encodeURIComponent('2026-11-21T10:00:00-05:00')}`, 'to')
    await refused('diff?from=yesterday', 'from')
  })
})

test('velocity is the document of the newest cycle, or of the cycle at an instant', async () => {
  const body = await json('velocity')
  expect(body).toMatchObject({ n: 13, reason: null })
  expect(body.signals.find(({ key }: { key: string }) => key === 'vix').changes[0].health).toBe('worsening')
  const then = await json(`velocity?as_of=${encodeURIComponent('2026-11-20T10:05:00-05:00')}`)
  expect(then.signals.find(({ key }: { key: string }) => key === 'vix').changes[0].health).toBe('improving')
  expect(await json('velocity', bare)).toMatchObject({ n: 0, signals: [], reason: 'no snapshot has been computed yet' })
})
