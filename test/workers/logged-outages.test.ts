import { beforeEach, describe, expect, test } from 'vitest'
import { loggedEvents } from '../../harness/log-events.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { silentLog } from '../../shared/log.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { runDueSlots } from '../../workers/schedule/run-due-slots.ts'
import { ingestWorld } from './support/ingest-world.ts'

const DAY = tradingDay('2026-11-20')
const at = (time: string) => instantAt(DAY, time)
const world = ingestWorld(at('10:00'))
const { fault, heal } = world

beforeEach(async () => {
  await heal()
  await world.sql`truncate inbox, outbox, source_runs, quarantine, observations, quotes, cycles, cycle_arrivals, slots,
    signal_snapshots, service_time, service_pauses, events, source_states restart identity cascade`
})

const logged = () => loggedEvents(world.sql, { after: 0, before: null, kinds: [], limit: 1_000 })

describe('sources', () => {
  const ask = (time: string) => world.ask('market', { at: at(time), slot: `market@${time}` })
  const states = async () => (await logged()).map(({ data }) => `${data.from} > ${data.to}`)

  test('log failing, falling back and delivering again once each, not with each run', async () => {
    await ask('10:00')
    expect(await logged()).toEqual([])
    await fault({ vendor: 'cboe', mode: 'status', status: 503 })
    await ask('10:15')
    await ask('10:30')
    expect(await states()).toEqual(['delivering > degraded'])
    await heal()
    await ask('10:45')
    await ask('11:00')
    expect(await states()).toEqual(['delivering > degraded', 'degraded > delivering'])
    const [down, up] = await logged()
    expect(down).toMatchObject({ kind: 'source_failure', subject: 'market', severity: 'info', cycle_id: null })
    expect(down!.title).toBe('Source market does not deliver: its last good value stands in.')
    expect(down!.data).toMatchObject({ since: '2026-11-20T10:00:00-05:00', error: expect.stringContaining('503') })
    expect(up).toMatchObject({ title: 'Source market delivers again.', at: '2026-11-20T10:45:00-05:00' })
  })

  test('are failing from the first run when they never delivered', async () => {
    await fault({ vendor: 'cboe', mode: 'status', status: 503 })
    await ask('10:00')
    await ask('10:15')
    expect((await logged()).map(({ severity, data }) => [severity, data.from, data.to])).toEqual([
      ['warning', null, 'failing'],
    ])
  })

  test('log nothing for a second delivery of a run or an older run after a newer one', async () => {
    await ask('10:30')
    await fault({ vendor: 'cboe', mode: 'status', status: 503 })
    await ask('10:15')
    await ask('10:30')
    expect(await logged()).toEqual([])
  })

  test('log one change when two processes run one source at once', async () => {
    await ask('10:00')
    await fault({ vendor: 'cboe', mode: 'status', status: 503 })
    await Promise.all(['10:15', '10:16', '10:17'].map(ask))
    expect(await states()).toEqual(['delivering > degraded'])
  })
})

describe('slots', () => {
  const scheduler = () => ({
    sql: world.sql,
    relay: quietRelay(),
    log: silentLog,
    cadences: [{ source: 'market', everyCycle: true, at: ['16:35'] }],
  })
  const run = (time: string) => runDueSlots(scheduler(), at(time))
  /** Slots of the AI read and of the screener have graces of their own, which their tests cover. */
  const OTHERS = ['ai1', 'ai2', 'screener', 'screener_entry', 'house']
  const events = async () => (await logged()).filter(({ subject }) => !OTHERS.includes(subject))
  const facts = async () => (await events()).map(({ subject, title, data }) => ({ subject, title, state: data.state }))

  test('log nothing on time, one event per kind when missed, and one per slot when late', async () => {
    await openServiceTime(world.sql, at('09:00'), { speed: 0, reason: 'test' })
    await run('09:30')
    await run('09:46')
    expect(await events()).toEqual([])
    await Promise.all([run('10:36'), run('10:36')])
    expect(await facts()).toEqual([
      {
        subject: 'cycle',
        title:
          '2 slots from cycle:2026-11-20T10:00 to cycle:2026-11-20T10:15 were missed: they came due while no scheduler ran.',
        state: 'missed',
      },
      {
        subject: 'portfolio',
        title: 'Slot portfolio:2026-11-20T10:00 was missed: it came due while no scheduler ran.',
        state: 'missed',
      },
      {
        subject: 'settlement',
        title: 'Slot settlement:2026-11-20/open was caught up 46 minutes late.',
        state: 'late',
      },
      { subject: 'cycle', title: 'Slot cycle:2026-11-20T10:30 was caught up 6 minutes late.', state: 'late' },
    ])
    const [missed, , , late] = await events()
    expect(missed).toMatchObject({
      kind: 'slot',
      severity: 'warning',
      at: '2026-11-20T10:36:00-05:00',
      data: { count: 2, slots: ['cycle:2026-11-20T10:00', 'cycle:2026-11-20T10:15'] },
    })
    expect(late).toMatchObject({ severity: 'info', cycle_id: '2026-11-20T10:30', data: { late_seconds: 360 } })
    await run('10:37')
    expect(await events()).toHaveLength(4)
  })
})
