import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { wireState } from '../../shared/domain/contract/tripwire.ts'
import { NEVER_SEEN, reduceWire } from './reduce-wire.ts'
import { noData, type WireObservation } from './wire.ts'

const OPEN = Date.UTC(2026, 10, 20, 14, 30)
const minute = (at: number) => new Date(OPEN + at * 60_000)
const WIRE = {
  key: 'vix_20',
  label: 'VIX at or above 20',
  side: 'above',
  feed: 'minute',
  levelKind: 'vix_level',
} as const
const DAILY = { ...WIRE, key: 'breadth_40', feed: 'daily' } as const
const LINES = { level: 20, rearm: 19, inputs: [] }
const seen = (value: number, observedAt: Date): WireObservation => ({ status: 'observed', value, ...LINES, observedAt })

/** A minute of the feed: a value, no data, or nothing at all. */
type Minute = number | 'no_data' | 'absent'

function run(minutes: readonly Minute[]) {
  let memory = NEVER_SEEN
  const fires: number[] = []
  const broken: number[] = []
  for (const [at, what] of minutes.entries()) {
    if (what === 'absent') continue
    const observation = what === 'no_data' ? noData('nothing came') : seen(what, minute(at))
    const reduced = reduceWire(WIRE, memory, { at: minute(at), observation })
    // Keeps only the stored state, as a restart would.
    memory = revived(JSON.stringify(reduced.memory))
    if (reduced.fired !== null) fires.push(at)
    if (reduced.transitions.some(({ type }) => type === 'hold_broken')) broken.push(at)
  }
  return { memory, fires, broken }
}

function revived(text: string): typeof NEVER_SEEN {
  const isInstant = /^(evaluatedThrough|observedAt|heldSince|firedAt)$/
  return JSON.parse(text, (key, value) => (isInstant.test(key) && value !== null ? new Date(value) : value))
}

/** The naive rule: each minute scans the whole history again. */
function firesByHistory(minutes: readonly Minute[]): number[] {
  const metAt = (at: number): boolean | null => {
    let met: boolean | null = null
    for (const value of minutes.slice(0, at + 1)) {
      if (typeof value === 'number') met = met ? value >= LINES.rearm : value >= LINES.level
    }
    return met
  }
  const met = minutes.map((_, at) => metAt(at))
  const beginOf = (at: number): number | null => {
    let begin: number | null = null
    for (let each = 0; each <= at; each++) {
      if (typeof minutes[each] !== 'number') continue
      const before = each === 0 ? null : met[each - 1]
      if (!met[each]) begin = null
      else if (before === false) begin = each
    }
    return begin
  }
  const fires: number[] = []
  for (let at = 0; at < minutes.length; at++) {
    const begin = beginOf(at)
    if (typeof minutes[at] !== 'number' || begin === null || at - begin < 20) continue
    const span = Array.from({ length: 21 }, (_, back) => at - back)
    const isBeyond = (value: Minute | undefined): boolean => typeof value === 'number' && value >= LINES.level
    if (!span.every((each) => isBeyond(minutes[each]))) continue
    if (fires.some((fired) => fired >= begin || at - fired < 120)) continue
    fires.push(at)
  }
  return fires
}

const calm = fc.constantFrom(18, 18.9)
const stressed = fc.constantFrom(20, 21, 25)
const between = fc.constantFrom(19, 19.5, 19.9)
const blind = fc.constantFrom<Minute[]>('no_data', 'absent')
const stretch = (what: fc.Arbitrary<Minute>, max: number) =>
  fc.array(what, { minLength: 1, maxLength: max, size: 'max' })
const history = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: stretch(stressed, 60) },
      { weight: 1, arbitrary: stretch(fc.oneof(stressed, between), 60) },
      { weight: 3, arbitrary: stretch(calm, 40) },
      { weight: 1, arbitrary: stretch(blind, 3) },
      { weight: 1, arbitrary: stretch(fc.oneof(calm, stressed, between, blind), 30) },
    ),
    { maxLength: 14, size: 'max' },
  )
  .map((stretches) => stretches.flat().slice(0, 391))

const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what)

describe('a wire', () => {
  it('fires at the minutes that a scan of the whole history finds, and at no other', () => {
    let fired = 0
    fc.assert(
      fc.property(history, (minutes) => {
        const { fires } = run(minutes)
        expect(fires).toEqual(firesByHistory(minutes))
        fired += fires.length
      }),
      { numRuns: runs(150) },
    )
    // Histories in which nothing ever fires would prove nothing.
    expect(fired).toBeGreaterThan(runs(50, 3))
  })

  it('fires in the twentieth minute after it flipped, once per episode, and not again within two hours', () => {
    expect(run([18, ...times(60, 21)]).fires).toEqual([21])
    expect(run([18, ...times(19, 21), 18, ...times(25, 21)]).fires).toEqual([41])
    const again = [18, ...times(30, 21), 18, ...times(150, 21)]
    expect(run(again).fires).toEqual([21, 141])
    expect(run([...times(30, 21)]).fires).toEqual([])
    expect(run([...times(30, 21), 18, ...times(21, 21)]).fires).toEqual([51])
  })

  it('keeps its state between its two lines, and is armed again only below the second', () => {
    const states = (minutes: Minute[]) => wireState(run(minutes).memory, minute(minutes.length))
    expect(states([18, 20, ...times(20, 19.2)])).toBe('triggered')
    expect(states([18, 20, ...times(20, 19.2), 18.9])).toBe('armed')
    expect(states([18, 20, 18.9, 19.2])).toBe('armed')
  })

  it('holds only beyond its level: a minute back across it restarts the hold', () => {
    expect(run([18, 20, ...times(60, 19.2)]).fires).toEqual([])
    expect(run([18, ...times(19, 20), 19.9, ...times(21, 20)]).fires).toEqual([41])
    expect(run([18, ...times(20, 20), 19.9]).fires).toEqual([])
    expect(run([18, ...times(21, 20), 19.9]).fires).toEqual([21])
  })

  it.each(['no_data', 'absent'] as const)('breaks the hold when a minute is %s, and logs that once', (blank) => {
    const minutes: Minute[] = [18, ...times(15, 21), blank, blank, ...times(21, 21)]
    const { fires, broken } = run(minutes)
    expect(broken).toEqual([blank === 'no_data' ? 16 : 18])
    expect(fires).toEqual([38])
  })

  it('ignores a minute that comes out of order or twice', () => {
    const { memory } = run([18, 21, 21])
    for (const at of [2, 1]) {
      const reduced = reduceWire(WIRE, memory, { at: minute(at), observation: seen(10, minute(at)) })
      expect(reduced).toEqual({ memory, transitions: [], fired: null, superseded: true })
    }
  })

  it('names its states in order', () => {
    const states = [...times(1, 18), ...times(30, 21), ...times(130, 18)].reduce<{
      memory: typeof NEVER_SEEN
      to: unknown[]
    }>(
      ({ memory, to }, value, at) => {
        const reduced = reduceWire(WIRE, memory, { at: minute(at), observation: seen(value, minute(at)) })
        const moved = reduced.transitions.map((each) => (each.type === 'moved' ? [at, each.to] : each))
        return { memory: reduced.memory, to: [...to, ...moved] }
      },
      { memory: NEVER_SEEN, to: [] },
    )
    expect(states.to).toEqual([
      [1, 'triggered'],
      [21, 'fired'],
      [31, 'cooldown'],
      [141, 'armed'],
    ])
    expect(wireState(NEVER_SEEN, minute(0))).toBeNull()
  })

  it('starts afresh under changed rules, and keeps its cooldown', () => {
    const { memory } = run([18, ...times(25, 21)])
    const old = { ...memory, rulesVersion: '2020.01-1' }
    const reduced = reduceWire(WIRE, old, { at: minute(27), observation: seen(21, minute(27)) })
    expect(reduced.memory).toMatchObject({ flipped: false, firedAt: minute(21), rulesVersion: NEVER_SEEN.rulesVersion })
  })
})

describe('a wire on a daily series', () => {
  const day = (count: number) => new Date(OPEN + (count - 3) * 86_400_000)
  const steps = (...given: readonly (readonly [at: number, value: number | null, day: number])[]) => {
    let memory = NEVER_SEEN
    return given.map(([at, value, of]) => {
      const observation = value === null ? noData('stale') : seen(value, day(of))
      const reduced = reduceWire(DAILY, memory, { at: minute(at), observation })
      memory = reduced.memory
      return reduced.fired !== null ? 'fires' : wireState(memory, minute(at))
    })
  }

  it('moves only on a newer observation, and holds while none comes', () => {
    expect(steps([0, 18, 0], [15, 21, 0], [30, 21, 1], [45, 18, 1], [50, 21, 1], [51, 18, 2])).toEqual([
      'armed',
      'armed',
      'triggered',
      'triggered',
      'fires',
      'cooldown',
    ])
  })

  it('breaks the hold when a value is no longer known', () => {
    expect(steps([0, 18, 0], [15, 21, 1], [30, null, 1], [36, 21, 1], [50, 21, 1], [56, 21, 1])).toEqual([
      'armed',
      'triggered',
      'triggered',
      'triggered',
      'triggered',
      'fires',
    ])
  })
})
