import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AiSettings, aiSettings } from '../../shared/ai/ai-settings.ts'
import { readConfig } from '../../shared/config.ts'
import { attemptsOf, endAttempt, reserveAttempt } from '../../shared/postgres/ai/ai-attempts.ts'
import { readsOfDay } from '../../shared/postgres/ai/ai-reads.ts'
import { llmSilence } from '../../shared/postgres/ai/llm-silence.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { type Simulator, startSimulator } from '../../simulator/server.ts'
import { testApi } from '../api/support/api.ts'
import { aiWorld, DAY, et } from './support/ai-world.ts'

const world = aiWorld()
let simulator: Simulator
const TIMEOUT_MS = 700
const settingsOf = (more: Record<string, string> = {}): AiSettings =>
  aiSettings(readConfig({ SIMULATOR_URL: simulator.url, AI_TIMEOUT_MS: String(TIMEOUT_MS), ...more }))!

beforeAll(async () => {
  simulator = await startSimulator({ now: () => world.clock.now() })
})
afterAll(() => simulator.close())
beforeEach(() => world.reset())
afterEach(async () => {
  expect((await audit(world.sql)).filter(({ offenders }) => offenders.length > 0)).toEqual([])
})

const SLOTS = [
  'ai1:08:30',
  'ai1:09:40',
  'ai2:09:40',
  'ai1:10:30',
  'ai1:12:00',
  'ai1:14:00',
  'ai1:15:30',
  'ai2:15:30',
  'ai1:16:15',
]
const KEYS = SLOTS.map((slot) => `${slot.slice(0, 4)}${DAY}T${slot.slice(4)}`)

/** Ticks every five minutes of a session, and once more when a report cycle need not be waited for any longer. */
async function wholeDay(
  settings: AiSettings | null,
  onTick: (at: Date) => Promise<void> = async () => {},
): Promise<void> {
  for (let at = et('08:15').getTime(); at <= et('16:45').getTime(); at += 5 * 60_000) {
    await onTick(new Date(at))
    await world.tick(new Date(at), settings)
    await world.tick(new Date(at + 95_000), settings)
  }
}

const attemptsOfDay = async () =>
  attemptsOf(
    world.sql,
    (await readsOfDay(world.sql, DAY)).map(({ id }) => id),
  )

const fault = async (spec: object) => {
  const answer = await fetch(`${simulator.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'analyst', ...spec }),
  })
  expect(answer.status).toBe(201)
}
const noFaults = () => fetch(`${simulator.url}/control/faults`, { method: 'DELETE' })

test('a day decides seven slots of AI-1 and two of AI-2, each once and written by both variants', async () => {
  await wholeDay(settingsOf())
  const reads = await readsOfDay(world.sql, DAY)
  expect(reads.map(({ id, state }) => [id, state])).toEqual(KEYS.map((key) => [key, 'written']))
  const attempts = await attemptsOfDay()
  expect(attempts.map(({ outcome, error }) => [outcome, error])).toEqual(KEYS.map(() => ['accepted', null]))
  const verdicts = await world.sql<{ variant: string; simulated: boolean }[]>`
    select v.variant, v.simulated from ai_verdicts as v order by v.cycle_id, v.variant`
  expect(verdicts.map(({ variant, simulated }) => [variant, simulated])).toEqual([
    ['deterministic', false],
    ['llm', true],
    ['deterministic', false],
    ['llm', true],
  ])
})

/** The endpoint's behaviour at each of the nine reads, and the outcome. */
const BAD_DAYS: readonly (readonly [at: string, spec: object, outcomes: string[]])[] = [
  ['08:30', { mode: 'status', status: 429 }, ['failed']],
  ['09:40', { mode: 'hostile' }, ['refused', 'refused', 'refused', 'refused']],
  ['10:30', { mode: 'reset' }, ['failed']],
  ['12:00', { mode: 'long' }, ['failed']],
  ['14:00', { mode: 'forecast' }, ['refused', 'refused']],
  ['15:30', { mode: 'fenced' }, ['accepted', 'accepted']],
  ['16:15', { mode: 'status', status: 500 }, ['failed']],
]
const WORSE_DAYS: typeof BAD_DAYS = [
  ['08:30', { mode: 'latency', ms: 3 * TIMEOUT_MS }, ['failed']],
  ['09:40', { mode: 'misshapen' }, ['refused', 'refused', 'refused', 'refused']],
  ['10:30', { mode: 'cut' }, ['refused', 'refused']],
  ['12:00', { mode: 'invented' }, ['refused', 'refused']],
  ['14:00', { mode: 'html' }, ['failed']],
  ['15:30', { mode: 'invented', times: 1 }, ['refused', 'accepted', 'accepted']],
  ['16:15', { mode: 'truncated' }, ['failed']],
]

test.each([
  ['status, hostile text, reset, 2 MB, forecast, fences', BAD_DAYS],
  ['slow, wrong schema, cut JSON, invented figures, HTML, cut body', WORSE_DAYS],
])('a day of faults (%s) decides every slot once and serves nothing of them', async (_what, days) => {
  await wholeDay(settingsOf(), async (at) => {
    const due = days.find(([time]) => et(time).getTime() === at.getTime())
    if (!due) return
    await noFaults()
    await fault(due[1])
  })
  await noFaults()
  const reads = await readsOfDay(world.sql, DAY)
  expect(reads.map(({ id, state }) => [id, state])).toEqual(KEYS.map((key) => [key, 'written']))
  const made = await attemptsOfDay()
  for (const [time, , outcomes] of days) {
    const here = made.filter(({ readId }) => readId.endsWith(time))
    expect([time, ...here.map(({ outcome }) => outcome)]).toEqual([time, ...outcomes])
  }
  const api = await testApi(world.url, { clock: world.clock })
  const served = await Promise.all(
    ['/api/v1/ai2/verdict', '/api/v1/ai2/history', '/verdicts', '/tape'].map((path) => api.inject(path)),
  )
  for (const { statusCode, body } of served) {
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/evil|Ignore all|98765|377 percent|rally tomorrow|<img src=x|```/)
  }
  const history = served[1]!.json()
  expect(history).toMatchObject({
    count: 7,
    cycles_recorded: 7,
    grades: { risk_band: { verdict: 'insufficient_data' } },
  })
})

/** A commanded clock whose next event is at the end of the day. */
const commandClock = async () =>
  await world.sql`
    update service_time set is_commanded = true, state = 'paused', ceiling = ${et('20:00')}`

test('the daily limit ends the calls and never the reads, and ends the promise of a commanded clock once a session', async () => {
  const expensive = { AI_PRICE_IN: '10', AI_PRICE_OUT: '50', AI_DAILY_LIMIT_USD: '0.19' }
  await commandClock()
  await wholeDay(settingsOf(expensive))
  const gaveUp = await world.sql`
    select e.data->>'what' as what from events as e where e.kind = 'clock' and e.subject = 'clock_gave_up'`
  expect([...gaveUp]).toEqual([{ what: 'ai_limit' }])
  const made = await attemptsOfDay()
  const worst = made.map(({ costMicro, costMaxMicro }) => costMicro ?? costMaxMicro)
  expect(worst.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(190_000)
  expect(made.length).toBeGreaterThan(0)
  expect(made.length).toBeLessThan(KEYS.length)
  const reads = await readsOfDay(world.sql, DAY)
  expect(reads.every(({ state }) => state === 'written')).toBe(true)
  const texts = await world.sql<{ fallback: string | null }[]>`
    select s.fallback from ai_states as s union all select v.fallback from ai_verdicts as v`
  expect(texts.map(({ fallback }) => fallback)).toContain('the daily spending limit is reached')
})

test('a provider that turns calls away all morning leaves the limit of the day to the afternoon', async () => {
  // Each call costs 0.06 dollars at worst, so three that counted would leave nothing for a fourth.
  const expensive = { AI_PRICE_IN: '3', AI_PRICE_OUT: '15', AI_DAILY_LIMIT_USD: '0.19' }
  await fault({ mode: 'status', status: 401 })
  await wholeDay(settingsOf(expensive), async (at) => {
    if (at.getTime() === et('15:30').getTime()) await noFaults()
  })
  await noFaults()
  const made = await attemptsOfDay()
  expect(made.map(({ outcome }) => outcome)).toEqual([...Array(6).fill('failed'), ...Array(3).fill('accepted')])
  expect(made.slice(0, 6).map(({ costMicro }) => costMicro)).toEqual(Array(6).fill(0))
})

test('operators see how many reads in a row the LLM has not written, and why, until it writes again', async () => {
  const looks = ['08:15', '09:00', '10:00', '11:00', '13:00', '14:30'].map((time) => et(time).getTime())
  const silences: unknown[] = []
  await fault({ mode: 'status', status: 401 })
  await wholeDay(settingsOf(), async (at) => {
    if (looks.includes(at.getTime())) silences.push(await llmSilence(world.sql, at))
    if (at.getTime() === et('14:00').getTime()) await noFaults()
  })
  const of = (reads: number) => ({ reads, reason: 'the provider answered with status 401' })
  expect(silences).toEqual([null, of(1), of(3), of(4), of(5), null])
})

test('of thirty workers that begin a call at the same time only as many do as the daily limit pays for', async () => {
  const attemptOf = (id: string) => ({
    readId: `check:${id}`,
    attempt: 1 as const,
    provider: 'openai-compatible',
    model: 'a',
    simulated: true,
    promptVersion: 'v',
    promptChars: 1,
    costMaxMicro: 100,
  })
  const ids = Array.from({ length: 30 }, (_, index) => String(index))
  const reserved = await Promise.all(ids.map((id) => reserveAttempt(world.sql, attemptOf(id), 350)))
  expect(reserved.filter(({ granted }) => granted)).toHaveLength(3)
  await endAttempt(world.sql, `check:${ids[reserved.findIndex(({ granted }) => granted)]}`, 1, {
    outcome: 'accepted',
    error: null,
    answer: '{}',
    costMicro: 50,
    inputTokens: 1,
    outputTokens: 1,
    latencyMs: 1,
  })
  const again = await Promise.all(['0', '30', '31'].map((id) => reserveAttempt(world.sql, attemptOf(id), 350)))
  expect(again.filter(({ granted }) => granted)).toHaveLength(1)
})

test('without a provider every text is deterministic and no call is made', async () => {
  await wholeDay(null)
  expect(await attemptsOfDay()).toEqual([])
  const rows = await world.sql<{ variant: string; fallback: string | null }[]>`
    select s.variant, s.fallback from ai_states as s`
  expect(rows.every(({ variant, fallback }) => variant === 'deterministic' && fallback === null)).toBe(true)
  expect(rows).toHaveLength(7)
})

test.each(['reserved', 'answered', 'stored'] as const)(
  'a worker that dies when the call is %s makes it no second time',
  async (dying) => {
    world.set(et('09:40'))
    const die = (point: string) => {
      if (point === dying) throw new Error('the process ends here')
    }
    await world.schedule(et('09:40'))
    await expect(world.drain(settingsOf(), die)).rejects.toThrow()
    const [before] = await attemptsOf(world.sql, [`ai1:${DAY}T09:40`])
    expect(before!.outcome).toBe(dying === 'stored' ? 'accepted' : null)
    await world.tick(et('09:41'), settingsOf())
    const made = await attemptsOf(world.sql, [`ai1:${DAY}T09:40`])
    expect(made).toHaveLength(1)
    const texts = await world.sql<{ variant: string; fallback: string | null }[]>`
      select s.variant, s.fallback from ai_states as s order by s.variant`
    expect(texts.map(({ variant, fallback }) => [variant, fallback])).toEqual(
      dying === 'stored'
        ? [
            ['deterministic', null],
            ['llm', null],
          ]
        : [['deterministic', 'a worker died during the call, which is not repeated']],
    )
  },
)

test('a read that no worker begins in time is missed with the reason', async () => {
  await world.schedule(et('09:40'))
  await world.tick(et('10:00'), settingsOf())
  const reads = await readsOfDay(world.sql, DAY)
  expect(reads.map(({ state }) => state)).toEqual(['missed', 'missed'])
  expect(reads[0]!.reason).toMatch(/within 15 minutes/)
})
