import { describe, expect, test } from 'vitest'
import type { LiveQuote } from '../../shared/domain/market/market-quote.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import type { Brokerage } from '../../shared/market/brokerage.ts'
import type { TokenState } from '../../shared/market/token-state.ts'
import { type BrokerageReading, NOT_CONFIGURED, watchBrokerage } from './brokerage-watch.ts'

/** A Friday, 10:31 ET, while the exchange is open. */
import { countProbes } from './count-probes.ts'
import { type Judgement, judgeBrokerage } from './status-level.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const LIMITS = { probeDeadlineMs: 5_000, probeReuseMs: 5_000 }
const HEALTH = { ...NOT_CONFIGURED.health, initialized: true }
const quotedAt = (time: string) => ({ symbol: 'SPY', price: 690, quotedAt: new Date(time) }) as unknown as LiveQuote

function brokerageWith(answer: LiveQuote | Error | null, state: TokenState, onProbe: () => void) {
  return {
    async quotes() {
      onProbe()
      if (answer instanceof Error) throw answer
      return new Map(answer ? [['SPY', answer]] : [])
    },
    token: async () => ({ state, expiresAt: null, reason: state === 'valid' ? null : `the token is ${state}` }),
    health: () => HEALTH,
  } as unknown as Brokerage
}

/** A watch over a brokerage whose quote is given, or fails. */
function watched(answer: LiveQuote | Error | null, state: TokenState = 'valid') {
  const clock = { ms: 0 }
  const counts = { probes: 0, counted: 0 }
  const brokerage = brokerageWith(answer, state, () => counts.probes++)
  return {
    clock,
    counts,
    watch: watchBrokerage({ brokerage, limits: LIMITS, onProbe: () => counts.counted++, nowMs: () => clock.ms }),
  }
}
const look = async (...given: Parameters<typeof watched>) => {
  const { status, dataState, reason } = await watched(...given).watch.look(NOW)
  return [status, dataState, reason]
}
const FRESH = quotedAt('2026-11-20T15:30:00Z')
const LOGIN = new AppError('unavailable', 'log in again', { details: { loginNeeded: true } })

test('each probe is counted before it is sent, and a shared one once', async () => {
  const { clock, counts, watch } = watched(FRESH)
  await Promise.all([watch.look(NOW), watch.look(NOW)])
  expect(counts).toEqual({ probes: 1, counted: 1 })
  clock.ms = 5_000
  await watch.look(NOW)
  expect(counts).toEqual({ probes: 2, counted: 2 })
})

test('with live data a probe uses a request of the budget, simulated it uses none, and without the database it still runs', () => {
  const asked: unknown[] = []
  const writer = { single: (work: unknown) => Promise.reject(asked.push(work)) } as never
  countProbes('simulated', writer, silentLog)()
  expect(asked).toEqual([])
  countProbes('live', writer, silentLog)()
  expect(asked).toHaveLength(1)
})

describe('the state of the brokerage', () => {
  test('is healthy while data flow, whatever the state of the token', async () => {
    expect(await look(FRESH)).toEqual(['healthy', 'flowing', null])
    expect(await look(FRESH, 'expiring')).toEqual(['healthy', 'flowing', 'the token is expiring'])
    expect(await look(FRESH, 'expired')).toEqual(['healthy', 'flowing', 'the token is expired'])
  })

  test('is that of a token which stops the data', async () => {
    expect(await look(LOGIN, 'expired')).toEqual(['expired', 'unknown', 'the token is expired'])
    expect(await look(new AppError('unavailable', 'away'), 'missing')).toEqual([
      'missing',
      'failing',
      'the token is missing',
    ])
  })

  test('is that of a failing client where the token is good, and an unknown one without a login', async () => {
    const away = new AppError('unavailable', 'away')
    expect(await look(away)).toEqual(['token_ok_client_failing', 'failing', 'away'])
    expect(await look(away, 'expiring')).toEqual(['token_ok_client_failing', 'failing', 'away'])
    expect(await look(null)).toEqual(['token_ok_client_failing', 'failing', 'the brokerage has no quote of SPY'])
    expect(await look(LOGIN)).toEqual(['unknown', 'unknown', 'log in again'])
  })

  test('never repeats the message of a library, which may hold a secret', async () => {
    expect(await look(new Error('Bearer secret'))).toEqual(['token_ok_client_failing', 'failing', 'the client failed'])
  })

  test.each([
    ['2026-11-20T15:26:00Z', NOW, 'flowing'],
    ['2026-11-20T15:25:59Z', NOW, 'failing'],
    ['2026-11-19T21:00:00Z', new Date('2026-11-20T14:34:59Z'), 'flowing'],
    ['2026-11-19T21:00:00Z', new Date('2026-11-20T14:35:00Z'), 'failing'],
    ['2026-11-19T21:00:00Z', new Date('2026-11-20T21:00:00Z'), 'flowing'],
  ])('with a quote of %s at %o is %s: old after five minutes of an open exchange', async (time, now, dataState) => {
    const reading = await watched(quotedAt(time)).watch.look(now)
    expect(reading.dataState).toBe(dataState)
    expect(reading.reason === null).toBe(dataState === 'flowing')
  })
})

test('one probe serves simultaneous callers and those of the next seconds, unless the clock was moved', async () => {
  const { clock, counts, watch } = watched(FRESH)
  await Promise.all([watch.look(NOW), watch.look(NOW)])
  clock.ms = 4_999
  await watch.look(new Date(NOW.getTime() + 5_000))
  expect(counts.probes).toBe(1)
  await watch.look(new Date(NOW.getTime() + 5_001))
  expect(counts.probes).toBe(2)
  clock.ms += 5_000
  await watch.look(new Date(NOW.getTime() + 5_001))
  expect(counts.probes).toBe(3)
})

test('a brokerage that is not configured, not started or without a service time is not probed', async () => {
  expect(await watchBrokerage({ brokerage: null, limits: LIMITS }).look(NOW)).toBe(NOT_CONFIGURED)
  const starting = watchBrokerage({ brokerage: new Promise(() => {}), limits: LIMITS })
  expect(await starting.look(NOW)).toMatchObject({
    status: 'unknown',
    reason: 'the client of the brokerage has not been started yet',
  })
  const { counts, watch } = watched(FRESH)
  expect(watch.last()).toMatchObject({ status: 'unknown', health: HEALTH })
  expect(await watch.look(null)).toMatchObject({ status: 'unknown', reason: 'service time is not known yet' })
  expect(counts.probes).toBe(0)
  await watch.look(NOW)
  expect(watch.last()).toMatchObject({ status: 'healthy', quote: FRESH })
})

test('a client that starts later is probed from then on, and one that cannot start stays unknown', async () => {
  const started = watchBrokerage({
    brokerage: Promise.resolve(brokerageWith(FRESH, 'valid', () => {})),
    limits: LIMITS,
  })
  await Promise.resolve()
  expect(await started.look(NOW)).toMatchObject({ status: 'healthy' })
  const failed = watchBrokerage({ brokerage: Promise.reject(new Error('no disk')), limits: LIMITS })
  await Promise.resolve()
  expect(await failed.look(NOW)).toMatchObject({ status: 'unknown' })
})

test('without a brokerage no client is claimed and none has failed', () => {
  expect(NOT_CONFIGURED.health).toEqual({
    initialized: false,
    consecutiveFailures: 0,
    secondsSinceSuccess: null,
    refreshFailing: false,
    alarm: false,
    rebuilds: 0,
  })
})

describe('what the state of the brokerage means for the service', () => {
  const GOOD: BrokerageReading = {
    ...NOT_CONFIGURED,
    status: 'healthy',
    tokenState: 'valid',
    dataState: 'flowing',
    reason: null,
    health: HEALTH,
  }
  const LATE = 'brokerage: the login expires within 12 hours'

  test.each<[string, Partial<BrokerageReading>, Judgement]>([
    ['healthy', {}, { issues: [], warnings: [] }],
    ['not configured', NOT_CONFIGURED, { issues: [], warnings: [] }],
    ['not probed', { status: 'unknown', tokenState: 'unknown', reason: 'r' }, { issues: [], warnings: [] }],
    [
      'expired without data',
      { status: 'expired', tokenState: 'expired', dataState: 'failing', reason: 'r' },
      { issues: ['brokerage: r'], warnings: [] },
    ],
    [
      'missing without a reason',
      { status: 'missing', tokenState: 'missing', dataState: 'failing' },
      { issues: ['brokerage: missing'], warnings: [] },
    ],
    [
      'unreadable',
      { status: 'unreadable', tokenState: 'unreadable', dataState: 'failing', reason: 'r' },
      { issues: ['brokerage: r'], warnings: [] },
    ],
    ['expired with data', { tokenState: 'expired', reason: 'r' }, { issues: [], warnings: ['brokerage: r'] }],
    [
      'near its end without data',
      { status: 'token_ok_client_failing', tokenState: 'expiring', dataState: 'failing', reason: 'r' },
      { issues: [], warnings: [LATE, 'brokerage: the live SPY quote failed: r'] },
    ],
    [
      'failing with a good token',
      { status: 'token_ok_client_failing', dataState: 'failing', reason: 'r' },
      { issues: [], warnings: ['brokerage: the live SPY quote failed: r'] },
    ],
    [
      'wedged',
      { health: { ...HEALTH, alarm: true, consecutiveFailures: 6 } },
      { issues: [], warnings: ['brokerage: the trading client is wedged (6 failures in a row)'] },
    ],
  ])('%s', (_, change, expected) => {
    const found: Judgement = { issues: [], warnings: [] }
    judgeBrokerage({ ...GOOD, ...change }, found)
    expect(found).toEqual(expected)
  })
})
