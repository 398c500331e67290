import { describe, expect, test } from 'vitest'
import { trackedPick } from '../../harness/fixtures/tracked.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { advance, enter, mayEnter } from './advance.ts'
import type { BandReading } from './moment.ts'
import type { Tracked } from './tracked.ts'

const DAYS = sessionsBetween(tradingDay('2026-03-02'), tradingDay('2026-06-30'))

const recorded = ({ contract = {}, ...changes }: Parameters<typeof trackedPick>[0] = {}): Tracked =>
  trackedPick({
    id: 'x',
    runAt: '2026-03-03T17:30:00-05:00',
    day: DAYS[1]!,
    horizon: 4,
    contract: contract && { macro: { day: DAYS[0]!, armed: true, closes: 0 }, ...contract },
    ...changes,
  })

interface Step {
  closes: readonly (number | null)[]
  spy?: readonly number[]
  bands?: readonly (BandReading['band'] | null)[]
}

/** Closes of the sessions after the run, one by one; the band of a session is known at the next close. */
function follow(tracked: Tracked, { closes, spy = [], bands = [] }: Step) {
  let now = tracked
  let before = { day: DAYS[1]!, close: 100, spy: 50 }
  const entered: number[] = []
  for (const [at, close] of closes.entries()) {
    const day = DAYS[2 + at]!
    const band = bands[at] ? { day: DAYS[1 + at]!, band: bands[at] } : null
    const session = { day, close, spy: spy[at] ?? 50, atrBefore: 2, before, band }
    const step = advance(now, session)
    now = step.tracked
    if (step.hasEntered) entered.push(at)
    if (step.outcome) return { now, entered, outcome: step.outcome, at }
    if (close !== null) before = { day, close, spy: session.spy }
  }
  return { now, entered, outcome: null, at: closes.length }
}

describe('a record', () => {
  test('enters at the close after a run of 17:30, and its first bar is the next close', () => {
    const { now, entered, outcome, at } = follow(recorded(), { closes: [100, 101, 102, 103, 104] })
    expect([entered, at]).toEqual([[0], 4])
    expect(now.entry).toMatchObject({ day: DAYS[2], price: 100, atr: 2, invalidation: 97 })
    expect(now.contract!.exit).toMatchObject({ day: DAYS[6], reason: 'horizon', price: 104 })
    expect(outcome!.excess).toBeCloseTo(0.04 - 0.001, 12)
    expect(outcome!.excessHorizon).toBe(outcome!.excess)
  })

  test('that entered at an open or a quote counts the close of that session as its first bar', () => {
    const quote = { day: DAYS[2]!, price: 100, spy: 50, atr: 2 }
    for (const at of ['open', 'quote'] as const) {
      expect(follow(enter(recorded(), { ...quote, at }), { closes: [101, 102, 103, 104] }).at).toBe(3)
    }
  })

  test('may not enter in the session of a run of 17:30, nor at the open of a run of 10:30', () => {
    const on = (day: number, at: 'open' | 'quote' | 'close') => ({ day: DAYS[day]!, at })
    expect(mayEnter(recorded(), on(1, 'close'))).toBe(false)
    expect(mayEnter(recorded(), on(2, 'open'))).toBe(true)
    const morning = recorded({ runSlot: 'am' })
    expect([on(1, 'open'), on(1, 'quote'), on(1, 'close')].map((each) => mayEnter(morning, each))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('without a contract is measured over all its bars, with no excess of its own', () => {
    const { outcome } = follow(recorded({ contract: null }), {
      closes: [100, 80, 90, 95, 110],
      spy: [50, 50, 50, 50, 51],
    })
    expect(outcome).toMatchObject({ excess: null, to: DAYS[6] })
    expect(outcome!.excessHorizon).toBeCloseTo(0.1 - 0.02 - 0.001, 12)
  })
})

describe('a contract ends', () => {
  test('at a close beyond 1.5 ATR, while its evidence runs to the horizon', () => {
    const { now, outcome } = follow(recorded(), { closes: [100, 96.99, 120, 120, 110] })
    expect(now.contract!.exit).toMatchObject({ day: DAYS[3], reason: 'price', price: 96.99 })
    expect(outcome).toMatchObject({ to: DAYS[3] })
    expect(outcome!.excessHorizon).toBeCloseTo(0.099, 12)
  })

  test('not at a close that only touches the level', () => {
    expect(follow(recorded(), { closes: [100, 97, 97] }).now.contract!.exit).toBeNull()
  })

  test('for a short at a close above, with the signs of its returns turned', () => {
    const { now, outcome } = follow(recorded({ side: 'short' }), {
      closes: [100, 104, 90, 90, 90],
      spy: [50, 51, 50, 50, 50],
    })
    expect(now.contract!.exit!.reason).toBe('price')
    expect(outcome!.return).toBeCloseTo(-0.04, 12)
    expect(outcome!.spyReturn).toBeCloseTo(-0.02, 12)
    expect(outcome!.excessHorizon).toBeCloseTo(0.1 - 0.001, 12)
  })

  test.each([
    ['after two adverse closes', { armed: true }, [null, 'high', 'high'], 4],
    ['not after one adverse close and a milder one', { armed: true }, [null, 'high', 'low'], null],
    ['not while the band it was locked in has never been left', { armed: false }, [null, 'high', 'high'], null],
    ['once the band was left and came back', { armed: false }, [null, 'low', 'high', 'high'], 5],
  ] as const)('by the macro band %s', (_when, macro, bands, day) => {
    const start = recorded({ horizon: 9, contract: { macro: { day: DAYS[0]!, closes: 0, ...macro } } })
    const { now } = follow(start, { closes: [100, 100, 100, 100, 100], bands })
    expect(now.contract!.exit?.day ?? null).toBe(day === null ? null : DAYS[day])
    if (day !== null) expect(now.contract!.exit!.reason).toBe('macro')
  })

  test('not by the band that was known when it was locked', () => {
    const start = recorded({ horizon: 9, contract: { macro: { day: DAYS[2]!, armed: true, closes: 0 } } })
    const { now } = follow(start, { closes: [100, 100, 100], bands: ['high', 'high', 'high'] })
    // Only the band of DAYS[3] would be new, and one close is not enough.
    expect(now.contract!.macro).toMatchObject({ day: DAYS[3], closes: 1 })
    expect(now.contract!.exit).toBeNull()
  })

  test('at its last value when the name has had no bar for five sessions', () => {
    const closes = [100, 105, null, null, null, null, null]
    const { now, outcome, at } = follow(recorded({ horizon: 20 }), { closes, spy: [50, 50.5, 60, 60, 60, 60, 60] })
    expect(at).toBe(6)
    expect(now.contract!.exit).toMatchObject({ reason: 'delisted', price: 105, day: DAYS[3] })
    expect(outcome!.excessHorizon).toBeCloseTo(0.05 - 0.01 - 0.001, 12)
  })

  test('also when the name ceased to trade before it could be entered', () => {
    const { now, outcome } = follow(recorded(), { closes: [null, null, null, null, null] })
    expect(now.entry).toMatchObject({ price: 100, day: DAYS[1] })
    expect(now.contract!.exit!.reason).toBe('delisted')
    expect(outcome!.excessHorizon).toBeCloseTo(-0.001, 12)
  })
})

test('a step reports the entry of the record and the end of its contract, each only when it happens', () => {
  const facts = (closes: readonly (number | null)[], tracked = recorded()) => {
    let now = tracked
    const before = { day: DAYS[1]!, close: 100, spy: 50 }
    return closes.map((close, at) => {
      const step = advance(now, { day: DAYS[2 + at]!, close, spy: 50, atrBefore: 2, before, band: null })
      now = step.tracked
      return `${step.hasEntered ? 'entered ' : ''}${step.hasExited ? 'exited ' : ''}${step.outcome ? 'over' : ''}`.trim()
    })
  }
  expect(facts([100, 101, 96, 97, 98])).toEqual(['entered', '', 'exited', '', 'over'])
  expect(facts([100, 101, 102, 103, 104])).toEqual(['entered', '', '', '', 'exited over'])
  expect(facts([100, 101, 102, 103, 104], recorded({ contract: null }))).toEqual(['entered', '', '', '', 'over'])
  expect(facts([null, null, null, null, null])).toEqual(['', '', '', '', 'entered exited over'])
  // A close on the day of the run itself is no entry after a run of 17:30.
  const sameDay = { day: DAYS[1]!, close: 100, spy: 50, atrBefore: 2, before: null, band: null }
  expect(advance(recorded(), sameDay)).toMatchObject({ hasEntered: false, hasExited: false, outcome: null })
})
