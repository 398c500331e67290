import { describe, expect, it } from 'vitest'
import { NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { CustomDefinition } from '../../shared/domain/contract/custom-alert.ts'
import { evaluateCustom, metricNamed, rehearse } from './custom-alert.ts'
import { whatFollowed } from './what-followed.ts'

const VIX: CustomDefinition = {
  metric: 'vix_close',
  comparison: 'at_or_above',
  fireAt: 30,
  clearAt: 25,
  holdMinutes: 0,
  missing: 'hold',
  severity: 'warning',
}
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 15, minute))
const observed = (values: readonly (number | null)[], everyMinutes = 15) =>
  values.map((value, place) => ({
    at: at(place * everyMinutes),
    reading: { value, observedAt: at(place * everyMinutes), reason: value === null ? 'the feed is down' : null },
  }))
const times = (definition: CustomDefinition, values: readonly (number | null)[]) =>
  rehearse(definition, observed(values)).map(({ firedAt, clearedAt }) => [
    firedAt.getUTCHours() * 60 + firedAt.getUTCMinutes() - 900,
    clearedAt && clearedAt.getUTCHours() * 60 + clearedAt.getUTCMinutes() - 900,
  ])

describe('a custom alert', () => {
  it('fires at one line and clears at the other', () => {
    expect(times(VIX, [29, 30, 27, 25.01, 25, 31])).toEqual([
      [15, 60],
      [75, null],
    ])
    const low: CustomDefinition = { ...VIX, comparison: 'at_or_below', fireAt: 12, clearAt: 13 }
    expect(times(low, [12.5, 12, 12.9, 13])).toEqual([[15, 45]])
  })
  it('fires only once its condition has held, and a break restarts the hold', () => {
    expect(times({ ...VIX, holdMinutes: 30 }, [31, 31, 28, 31, 31, 31, 20])).toEqual([[75, 90]])
  })
  it('has held for its minutes although the first quote of a session is stamped a second later than the others', () => {
    const stamps = ['14:30:00', '14:44:59', '14:59:59', '15:14:59']
    const values = stamps.map((time) => ({
      at: new Date(`2026-11-24T${time}Z`),
      reading: { value: 31, observedAt: new Date(`2026-11-24T${time}Z`), reason: null },
    }))
    const [fired] = rehearse({ ...VIX, holdMinutes: 30 }, values)
    expect(fired!.firedAt).toEqual(values[2]!.at)
    const [short] = rehearse({ ...VIX, holdMinutes: 31 }, values)
    expect(short!.firedAt).toEqual(values[3]!.at)
  })
  it('keeps its state, clears or fires when the value is missing, according to its rule', () => {
    expect(times(VIX, [31, null, null, 20])).toEqual([[0, 45]])
    expect(times({ ...VIX, missing: 'clear' }, [31, null, 31])).toEqual([
      [0, 15],
      [30, null],
    ])
    expect(times({ ...VIX, missing: 'fire' }, [20, null, 20])).toEqual([[15, 30]])
  })
  it('states how long its condition has held', () => {
    const message = (holdMinutes: number) => {
      const definition = { ...VIX, holdMinutes }
      const [first, second] = observed([31, 31])
      const { state } = evaluateCustom({ alertId: 'CUSTOM_7', definition }, NEVER_EVALUATED, first!)
      const [event] = evaluateCustom({ alertId: 'CUSTOM_7', definition }, state, second!).events
      return event?.message
    }
    expect(message(1)).toMatch(/, at or above 30 index points for 1 minute \(/)
    expect(message(15)).toMatch(/, at or above 30 index points for 15 minutes \(/)
  })
  it('counts an observation once, however often it is evaluated', () => {
    const [one] = observed([31])
    const first = evaluateCustom({ alertId: 'CUSTOM_7', definition: VIX }, NEVER_EVALUATED, one!)
    expect(first.events).toMatchObject([
      { type: 'fired', alertId: 'CUSTOM_7', message: expect.stringContaining('VIX 31 index points, at or above 30') },
    ])
    const again = evaluateCustom({ alertId: 'CUSTOM_7', definition: VIX }, first.state, { ...one!, at: at(20) })
    expect(again.events).toEqual([])
  })
  it('knows metrics by name and alias in any case', () => {
    expect(metricNamed(' VIX ')?.metric).toBe('vix_close')
    expect(metricNamed('fragility')?.metric).toBe('fragility')
    expect(metricNamed('__proto__')).toBeNull()
  })
})

describe('what followed', () => {
  const closes = [100, 101, 102, 103, 104, 90, 91, 92, 93, 94].map((close, place) => ({
    day: `2026-11-${String(place + 10)}`,
    close,
  }))
  it('compares the five sessions after each fire with those after every session', () => {
    const followed = whatFollowed(closes, ['2026-11-10', '2026-11-19'])
    expect(followed).toMatchObject({ n: 1, sharePctDown: 100, baseN: 5, baseSharePctDown: 100 })
    expect(followed.medianChangePct).toBeCloseTo(-10)
    expect(whatFollowed([], ['2026-11-10'])).toMatchObject({ n: 0, medianChangePct: null, baseN: 0 })
  })
})
