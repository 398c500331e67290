import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { AI_RULES_VERSION, type EveningRead } from '../../pipeline/ai-read/index.ts'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import { outboxOnly } from '../../shared/broker/relay.ts'
import {
  BASE_RATES_KEY,
  type BaseRates,
  CALIBRATION_KEY,
  SESSIONS_KEY,
} from '../../shared/domain/contract/base-rates.ts'
import type { SessionTable } from '../../shared/domain/contract/condition.ts'
import {
  DRAWDOWN_RISK_HISTORY_KEY,
  DRAWDOWN_RISK_KEY,
  type DrawdownRisk,
} from '../../shared/domain/contract/drawdown-risk.ts'
import type { Envelope } from '../../shared/domain/contract/messages.ts'
import { silentLog } from '../../shared/log.ts'
import { eveningKnownBy } from '../../shared/postgres/ai/ai-evenings.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { riskStage } from '../../workers/learn-from-history.ts'
import { renewEvening } from '../../workers/schedule/renew-evening.ts'
import { seedSession } from '../api/support/seed.ts'

const DAY = tradingDay('2026-11-19')
const database = testDatabase()

beforeAll(async () => {
  const values = longHistory('2023-01-03', DAY, 4)
  const rows = values.map((each) => ({
    ...each,
    knownAt: publishedAt(each.series, each.day),
    source: 'market',
    origin: 'imported' as const,
  }))
  await saveObservations(database.sql, rows)
  await seedSession(database.sql, DAY, { healthScore: 61 })
})
beforeEach(() => database.sql`truncate read_models, inbox, outbox`)

async function deliver(type: 'day.computed' | 'evening.due', day = DAY): Promise<void> {
  const stage = riskStage({ clock: fixedClock(instantAt(tradingDay('2026-11-20'), '10:00')), log: silentLog })
  const cutoff = instantAt(day, '20:00')
  const message: NewMessage = {
    id: `test:${type}/${day}#1`,
    type,
    occurredAt: cutoff,
    cycleId: null,
    payload: { day, cutoff: cutoff.toISOString(), run: 1, origin: 'scheduled' },
  }
  const deps = { sql: database.sql, relay: quietRelay(), log: silentLog }
  const delivery = { body: toEnvelope(message), deliveryId: message.id, redelivered: false }
  await handleDelivery(deps, stage as never, delivery, {})
}

const stored = async <T>(key: string): Promise<T | null> => {
  const model = await readModel(database.sql, key)
  return model && (JSON.parse(model.body) as T)
}

test.each(['day.computed', 'evening.due'] as const)('%s: stores every document of the evening', async (type) => {
  await deliver(type)
  for (const key of [DRAWDOWN_RISK_KEY, DRAWDOWN_RISK_HISTORY_KEY, BASE_RATES_KEY, CALIBRATION_KEY]) {
    expect(await stored(key), key).toMatchObject({ status: 'ready', trade_date: DAY, reason: null })
  }
  const table = await stored<SessionTable>(SESSIONS_KEY)
  expect(table!.days.at(-1)).toBe(DAY)
  expect(table!.metrics.health_score!.values.slice(-2)).toEqual([null, 61])
})

test('values that were not known that evening are ignored', async () => {
  await deliver('day.computed')
  const before = await readModel(database.sql, DRAWDOWN_RISK_KEY)
  const late = { series: 'vix_close', day: DAY, value: 80, source: 'market', origin: 'scheduled' } as const
  await saveObservations(database.sql, [{ ...late, knownAt: instantAt(DAY, '20:05') }])
  await database.sql`truncate read_models, inbox`
  await deliver('day.computed')
  expect((await readModel(database.sql, DRAWDOWN_RISK_KEY))!.body).toBe(before!.body)
})

test('the evening before the daily rows gives way to the one after them', async () => {
  await database.sql`truncate ai_evenings`
  const close = { series: 'vix_close', day: DAY, source: 'market', origin: 'scheduled' } as const
  await deliver('evening.due')
  const first = await eveningKnownBy(database.sql, instantAt(DAY, '20:00'), AI_RULES_VERSION)
  await saveObservations(database.sql, [{ ...close, value: 44, knownAt: instantAt(DAY, '19:59') }])
  await deliver('day.computed')
  const second = await eveningKnownBy(database.sql, instantAt(DAY, '20:00'), AI_RULES_VERSION)
  expect([first!.run, second!.run]).toEqual([0, 1])
  expect(second!.document).not.toBe(first!.document)
  await deliver('evening.due')
  expect((await stored<DrawdownRisk>(DRAWDOWN_RISK_KEY))!.trade_date).toBe(DAY)
  expect(await eveningKnownBy(database.sql, instantAt(DAY, '20:00'), AI_RULES_VERSION)).toEqual(second)
})

test('a back-fill learns only from the newest finished session, and an older one replaces nothing', async () => {
  await deliver('day.computed', tradingDay('2026-11-17'))
  expect(await stored(DRAWDOWN_RISK_KEY)).toBeNull()
  await deliver('evening.due')
  await deliver('day.computed', tradingDay('2026-11-18'))
  expect((await stored<DrawdownRisk>(DRAWDOWN_RISK_KEY))!.trade_date).toBe(DAY)
})

test('the read of an evening states the base rates of such claims', async () => {
  await database.sql`truncate ai_evenings`
  await deliver('day.computed')
  const { claims } = (await stored<BaseRates>(BASE_RATES_KEY))!
  const { verdict } = claims.find(({ claim }) => claim === 'drawdown_20')!
  const words = { same: 'not been better', worse: 'is no evidence', insufficient_data: 'Too few', better: 'of all' }
  const { document } = (await eveningKnownBy(database.sql, instantAt(DAY, '20:00'), AI_RULES_VERSION))!
  const { sentence } = (JSON.parse(document) as EveningRead).likelihood
  expect(verdict).not.toBe('better')
  expect(sentence).toContain(words[verdict])
})

test('documents of an evening that an earlier version wrote in another form are written again, once', async () => {
  const { sql } = database
  const now = instantAt(tradingDay('2026-11-20'), '10:00')
  const deps = { sql, relay: outboxOnly, log: silentLog }
  await deliver('day.computed')
  expect(await renewEvening(deps, now)).toEqual([])
  const { body } = (await readModel(sql, DRAWDOWN_RISK_KEY))!
  const { clear: _later, ...earlier } = JSON.parse(body) as DrawdownRisk
  await sql`update read_models as m set body = ${JSON.stringify(earlier)} where m.key = ${DRAWDOWN_RISK_KEY}`
  expect(await renewEvening(deps, now)).toEqual([DRAWDOWN_RISK_KEY])
  expect(await renewEvening(deps, now)).toEqual([DRAWDOWN_RISK_KEY])
  const sent = await sql<{ envelope: Envelope }[]>`select o.envelope from outbox as o`
  expect(sent).toHaveLength(1)
  const stage = riskStage({ clock: fixedClock(now), log: silentLog })
  const delivery = { body: sent[0]!.envelope, deliveryId: sent[0]!.envelope.id, redelivered: false }
  await handleDelivery({ sql, relay: quietRelay(), log: silentLog }, stage as never, delivery, {})
  expect((await readModel(sql, DRAWDOWN_RISK_KEY))!.body).toBe(body)
  expect(await renewEvening(deps, now)).toEqual([])
})

test('no message is sent for an evening that the risk stage would not learn any more', async () => {
  const { sql } = database
  await deliver('day.computed')
  await sql`update read_models as m set body = '{}' where m.key = ${BASE_RATES_KEY}`
  const later = instantAt(tradingDay('2026-11-30'), '10:00')
  expect(await renewEvening({ sql, relay: outboxOnly, log: silentLog }, later)).toEqual([BASE_RATES_KEY])
  expect(await sql`select 1 from outbox`).toHaveLength(0)
})
