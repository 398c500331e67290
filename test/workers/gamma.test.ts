import { expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { emptyGamma, GAMMA_METHOD, GammaDocument } from '../../shared/domain/contract/gamma.ts'
import { pruneChainContracts } from '../../shared/postgres/market/chains.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { openCycle } from '../../shared/postgres/signals/cycles.ts'
import { readSnapshot } from '../../shared/postgres/signals/snapshots.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { signalsStage } from '../../workers/compute-signals.ts'
import { testApi } from '../api/support/api.ts'
import { ingestWorld } from './support/ingest-world.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const CYCLES = {
  without: '2026-11-20T09:45',
  before: '2026-11-20T09:50',
  with: '2026-11-20T10:00',
  pruned: '2026-11-20T10:15',
}
const minutesAfter = (minutes: number) => new Date(AT.getTime() + minutes * 60_000)

const world = ingestWorld(AT)

async function computeCycle(cycleId: string, cutoff: Date): Promise<void> {
  await openCycle(world.sql, {
    id: cycleId,
    scheduledFor: cutoff,
    expected: ['options'],
    deadline: cutoff,
    origin: 'scheduled',
    openedAt: cutoff,
  })
  await world.sql`update cycles set state = 'computing', cutoff = ${cutoff} where id = ${cycleId}`
  const { outcome } = await world.deliver(signalsStage(), {
    id: `cycle:${cycleId}#1`,
    type: 'cycle.ready',
    occurredAt: cutoff,
    cycleId,
    payload: { cycleId, run: 1, cutoff: cutoff.toISOString(), origin: 'scheduled' },
  })
  expect(outcome).toBe('done')
}

const kept = async (cycleId: string) => {
  const [row] = await world.sql<{ gamma: string }[]>`
    select d.document as gamma from cycle_documents as d
    where d.cycle_id = ${cycleId} and d.run = 1 and d.key = 'signals/gamma'`
  return GammaDocument.parse(JSON.parse(row!.gamma))
}

test('gamma: a vendor’s chain reaches the served documents, and each cycle’s documents stay with its snapshot', async () => {
  const api = await testApi(world.url)
  const served = async () => (await api.inject('/api/v1/signals/gamma')).json()
  expect(await served()).toEqual(emptyGamma('no snapshot has been computed yet'))

  await computeCycle(CYCLES.without, minutesAfter(-14))
  expect(await kept(CYCLES.without)).toMatchObject({
    reason: 'no option chain of today or of the session before is known yet',
    call_wall: null,
  })

  const dff = {
    series: 'dff',
    day: tradingDay('2026-11-18'),
    value: 3.63,
    source: 'fred',
    origin: 'scheduled',
  } as const
  await saveObservations(world.sql, [
    { ...dff, knownAt: minutesAfter(-60) },
    { ...dff, day: tradingDay('2026-11-19'), value: 9, knownAt: minutesAfter(60) },
  ])
  expect((await world.ask('options')).outcome).toBe('done')
  await computeCycle(CYCLES.with, minutesAfter(1))
  const document = await kept(CYCLES.with)
  expect(document).toMatchObject({
    reason: null,
    source: 'options',
    rate_source: 'dff of 2026-11-18',
  })
  expect(document.age_seconds).toBeGreaterThanOrEqual(15 * 60)
  expect(document.strikes.length).toBeGreaterThan(50)

  await eventually(async () => expect(await served()).toEqual(document))

  const snapshot = await readSnapshot(world.sql, CYCLES.with, 1)
  expect(snapshot?.gamma_levels).toMatchObject({
    call_wall: document.call_wall,
    put_wall: document.put_wall,
    zero_gamma: document.zero_gamma,
  })
  const [chain] = await world.sql<{ zeroGamma: number | null; maxPain: number; method: string; later: number }[]>`
    select c.zero_gamma as "zeroGamma", c.max_pain as "maxPain", c.gamma_method as method,
      c.net_gamma_without_today as later
    from chains as c`
  const later = document.without_today!.net_gamma_usd_per_pct
  expect(later).not.toBe(document.net_gamma_usd_per_pct)
  expect(chain).toEqual({ zeroGamma: document.zero_gamma, maxPain: document.max_pain, method: document.method, later })
  expect(snapshot?.gamma_levels).toMatchObject({ net_gamma_without_today_usd_per_pct: later })

  const past = await api.inject(`/api/v1/signals/gamma?as_of=${minutesAfter(-12).toISOString()}`)
  expect(past.json()).toEqual(await kept(CYCLES.without))

  // Nothing known after a cutoff is read, however late the cycle is computed.
  await computeCycle(CYCLES.before, minutesAfter(-10))
  expect(await kept(CYCLES.before)).toEqual({
    ...(await kept(CYCLES.without)),
    as_of: '2026-11-20T09:50:00-05:00',
  })
  expect(await served()).toEqual(document)
})

test('gamma: until a chain of the day is known, the levels are those of the session before, with their date', async () => {
  const monday = new Date('2026-11-23T14:30:00Z')
  await computeCycle('2026-11-23T09:30', monday)
  const [friday, document] = [await kept(CYCLES.with), await kept('2026-11-23T09:30')]
  expect(document).toMatchObject({ call_wall: friday.call_wall, quoted_at: friday.quoted_at, reason: null })
  expect(document.age_seconds).toBeGreaterThan(2 * 86_400)
  const snapshot = await readSnapshot(world.sql, '2026-11-23T09:30', 1)
  expect(snapshot?.gamma_levels).toMatchObject({ status: 'ready', session: '2026-11-20', call_wall: friday.call_wall })
  await computeCycle('2026-11-24T09:30', new Date('2026-11-24T14:30:00Z'))
  expect((await readSnapshot(world.sql, '2026-11-24T09:30', 1))?.gamma_levels).toMatchObject({ status: 'not_ready' })
})

test('gamma: a pruned chain keeps its levels, and the profile gives the reason for its absence', async () => {
  await pruneChainContracts(world.sql, minutesAfter(5))
  await computeCycle(CYCLES.pruned, minutesAfter(16))
  const document = await kept(CYCLES.pruned)
  const { call_wall, put_wall, zero_gamma, max_pain, net_gamma_usd_per_pct } = await kept(CYCLES.with)
  const levels = { call_wall, put_wall, zero_gamma, max_pain, method: GAMMA_METHOD }
  expect(document).toMatchObject({ ...levels, net_gamma_usd_per_pct, strikes: [], profile: [] })
  expect(document.reason).toContain('older than 30 days and no longer stored')
  const snapshot = await readSnapshot(world.sql, CYCLES.pruned, 1)
  expect(snapshot?.gamma_levels).toMatchObject({ status: 'ready', ...levels })
  expect(snapshot?.gamma_levels).not.toHaveProperty('expected_move')
})
