import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { type AlertEvent, type AlertState, NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type AlertReading, atOrAbove, missing } from './alert.ts'
import { type AlertEvaluation, reduceAlert } from './reduce-alert.ts'

const RULE = { id: 'VIX_PANIC', severity: 'critical' } as const
const LINES = { fire: 30, clear: 25 }
const MINUTE_MS = 60_000
const START_MS = Date.UTC(2026, 10, 20, 14, 30)
const day = tradingDay('2026-11-20')
const instant = (minute: number): Date => new Date(START_MS + minute * MINUTE_MS)

const observed = (minute: number, value: number): AlertReading => ({
  status: 'observed',
  observedAt: instant(minute),
  ...atOrAbove(value, LINES),
  unit: '',
  statement: `VIX ${value}`,
  change: null,
  inputs: [],
})

interface Step {
  /** The age of the observation at the cutoff; the same observation may return. */
  ageMinutes: number
  value: number | null
}
const steps = fc.array(
  fc.record({ ageMinutes: fc.integer({ min: 0, max: 40 }), value: fc.option(fc.integer({ min: 10, max: 50 })) }),
  { minLength: 1, maxLength: 60 },
)
/** One evaluation every quarter of an hour, like cycles. */
const evaluationsOf = (list: readonly Step[]): AlertEvaluation[] =>
  list.map(({ ageMinutes, value }, index) => ({
    at: instant(index * 15),
    day,
    reading: value === null ? missing('no quote') : observed(index * 15 - ageMinutes, value),
  }))

function run(evaluations: readonly AlertEvaluation[], between: (state: AlertState) => AlertState = (state) => state) {
  let state = NEVER_EVALUATED
  const events: AlertEvent[] = []
  for (const evaluation of evaluations) {
    const reduced = reduceAlert(RULE, between(state), evaluation)
    state = reduced.state
    events.push(...reduced.events)
  }
  return { state, events }
}

/** The expected events, from a scan of the whole history: the first reading of each observation, in order of time. */
function oracle(evaluations: readonly AlertEvaluation[]): string[] {
  const lines: string[] = []
  let newest = Number.NEGATIVE_INFINITY
  let active = false
  for (const { at, reading } of evaluations) {
    if (reading.status === 'input_missing' || reading.observedAt.getTime() <= newest) continue
    newest = reading.observedAt.getTime()
    const value = reading.value ?? 0
    if (!active && value >= LINES.fire) lines.push(`fired ${at.toISOString()}`)
    if (active && value <= LINES.clear) lines.push(`cleared ${at.toISOString()}`)
    active = active ? value > LINES.clear : value >= LINES.fire
  }
  return lines
}
const linesOf = (events: readonly AlertEvent[]): string[] => events.map(({ type, at }) => `${type} ${at.toISOString()}`)

describe('reduceAlert', () => {
  it('agrees with a scan of the whole history', () =>
    fc.assert(
      fc.property(steps, (list) => {
        const evaluations = evaluationsOf(list)
        expect(linesOf(run(evaluations).events)).toEqual(oracle(evaluations))
      }),
      { numRuns: runs(500) },
    ))

  it('alternates between fired and cleared, so that at most one episode is active and none begins twice', () =>
    fc.assert(
      fc.property(steps, (list) => {
        const { state, events } = run(evaluationsOf(list))
        expect(events.map(({ type }) => type)).toEqual(
          events.map((_, index) => (index % 2 === 0 ? 'fired' : 'cleared')),
        )
        const episodes = events.filter(({ type }) => type === 'fired').map(({ episode }) => episode)
        expect(new Set(episodes).size).toBe(episodes.length)
        expect(state.active?.episode ?? null).toBe(events.length % 2 === 1 ? episodes.at(-1) : null)
      }),
    ))

  it('neither fires nor clears on a missing input, and records the reason', () =>
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (list, gaps) => {
        const before = run(evaluationsOf(list)).state
        const silent = Array.from({ length: gaps }, (_, index) => ({
          at: instant(10_000 + index),
          day,
          reading: missing('the feed is away'),
        }))
        let state = before
        for (const evaluation of silent) {
          const reduced = reduceAlert(RULE, state, evaluation)
          expect(reduced.events).toEqual([])
          state = reduced.state
        }
        expect(state).toEqual({ ...before, evaluatedThrough: silent.at(-1)!.at, inputMissing: 'the feed is away' })
      }),
    ))

  it('clears nothing before it fired, and ignores an observation that returns', () =>
    fc.assert(
      fc.property(steps, (list) => {
        const evaluations = evaluationsOf(list)
        const { state, events } = run(evaluations)
        for (const [index, event] of events.entries()) {
          if (event.type === 'cleared') expect(event.at.getTime()).toBeGreaterThan(events[index - 1]!.at.getTime())
        }
        if (state.observedAt === null) return
        const again = { at: instant(10_000), day, reading: observed(0, 50) }
        const seen = { ...again, reading: { ...again.reading, observedAt: state.observedAt } as AlertReading }
        expect(reduceAlert(RULE, state, seen).events).toEqual([])
      }),
    ))

  it('ignores redelivered and late evaluations in any order', () =>
    fc.assert(
      fc.property(steps, fc.array(fc.nat(), { maxLength: 80 }), (list, again) => {
        const evaluations = evaluationsOf(list)
        const disturbed = evaluations.flatMap((evaluation, index) => [
          evaluation,
          ...again.filter((_, at) => at % evaluations.length === index).map((pick) => evaluations[pick % (index + 1)]!),
        ])
        expect(run(disturbed)).toEqual(run(evaluations))
      }),
    ))

  it('survives a restart anywhere, because the state holds all it must remember', () =>
    fc.assert(
      fc.property(steps, (list) => {
        const evaluations = evaluationsOf(list)
        const stored = (state: AlertState): AlertState => {
          const { evaluatedThrough, observedAt, active, ...rest } = JSON.parse(JSON.stringify(state))
          const date = (text: string | null) => (text === null ? null : new Date(text))
          const standing = active && { ...active, firedAt: new Date(active.firedAt) }
          return { ...rest, evaluatedThrough: date(evaluatedThrough), observedAt: date(observedAt), active: standing }
        }
        expect(run(evaluations, stored)).toEqual(run(evaluations))
      }),
    ))

  it('does not flap between the two lines', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 26, max: 29 }), { maxLength: 40 }), fc.boolean(), (values, high) => {
        const first = observed(-15, high ? 31 : 20)
        const begun = run([{ at: instant(-15), day, reading: first }]).state
        let state = begun
        for (const [index, value] of values.entries()) {
          const reduced = reduceAlert(RULE, state, {
            at: instant(index * 15),
            day,
            reading: observed(index * 15, value),
          })
          expect(reduced.events).toEqual([])
          state = reduced.state
        }
        expect(state.active !== null).toBe(high)
      }),
    ))

  it('states value, line, change and age, and what clears it', () => {
    const input = {
      series: 'vix_close',
      value: 31.4,
      for: '2026-11-20T09:15:00-05:00',
      known_at: '2026-11-20T09:30:00-05:00',
      source: 'market',
      quality: 'fresh',
    } as const
    const reading = { ...observed(0, 31.4), change: { value: 13.1, sessions: 5 }, inputs: [input] } as AlertReading
    const [event] = reduceAlert(RULE, NEVER_EVALUATED, { at: instant(0), day, reading }).events
    expect(event).toMatchObject({ type: 'fired', severity: 'critical', alertId: 'VIX_PANIC' })
    expect(event!.message).toBe(
      'VIX 31.4, at or above 30 (+13.10 in 5 sessions; quoted 2026-11-20 09:15 ET). Clears when at or below 25.',
    )
  })

  it('states the change of a share in points', () => {
    const reading = { ...observed(0, 66), unit: '%', change: { value: -42, sessions: 20 } } as AlertReading
    const [event] = reduceAlert(RULE, NEVER_EVALUATED, { at: instant(0), day, reading }).events
    expect(event!.message).toContain('(-42.00 points in 20 sessions;')
  })
})
