import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { CALM_DAY, STRESSED_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { DIFF_KINDS, type DiffEntry, SignalsDiff } from '../../shared/domain/contract/signals-diff.ts'
import type { WatchedStates } from '../../shared/domain/contract/transition.ts'
import { fragility } from '../fragility/fragility.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { velocity } from '../velocity/velocity.ts'
import { findTransitions, transitionEvents } from './find-transitions.ts'
import { snapshotDiff } from './snapshot-diff.ts'
import { type StateReading, watchedStates } from './watched-states.ts'

const told = (inputs: MarketInputs, cycleId = '2026-11-20T10:00') => {
  const snapshot = computeSnapshot(inputs, { cycleId, origin: 'scheduled' })
  return { snapshot, readings: watchedStates(snapshot, fragility(inputs)) }
}
const [calm, stressed] = [told(CALM_DAY), told(STRESSED_DAY, '2026-11-20T10:15')]
const first = findTransitions({}, calm.readings, calm.snapshot)

describe('transitions', () => {
  it('do not include the first reading of a subject', () => {
    expect(first.transitions).toEqual([])
    expect(Object.keys(first.states)).toHaveLength(16)
    expect(first.states.regime).toEqual({
      state: 'RISK-ON',
      since: calm.snapshot.as_of,
      rules_version: calm.snapshot.rules_version,
    })
  })

  it('all get worse from a calm day to a stressed one, and all better on the way back', () => {
    const down = findTransitions(first.states, stressed.readings, stressed.snapshot)
    const back = findTransitions(down.states, calm.readings, calm.snapshot)
    expect(down.transitions.find(({ subject }) => subject === 'regime')).toMatchObject({
      from: 'RISK-ON',
      to: 'PANIC',
      direction: 'worse',
      severity: 'critical',
      title: 'The regime went from RISK-ON to PANIC.',
      cause: stressed.snapshot.regime_reason,
    })
    expect(new Set(down.transitions.map(({ direction }) => direction))).toEqual(new Set(['worse']))
    expect(new Set(back.transitions.map(({ direction }) => direction))).toEqual(new Set(['better']))
    expect(back.transitions.every(({ severity }) => severity === 'info')).toBe(true)
    expect(back.transitions.map(({ subject }) => subject)).toEqual(down.transitions.map(({ subject }) => subject))
  })

  it('cite a dated reading in every cause', () => {
    for (const { cause } of findTransitions(first.states, stressed.readings, stressed.snapshot).transitions)
      expect(cause).toMatch(/(for|quoted) 2026-\d\d-\d\d/)
  })

  it('name the rules when they have changed', () => {
    const snapshot = { ...stressed.snapshot, rules_version: '2027.1-1' }
    const [one] = findTransitions(first.states, stressed.readings, snapshot).transitions
    expect(one).toMatchObject({ rules: { from: calm.snapshot.rules_version, to: '2027.1-1' } })
    expect(one!.title).toContain('under new rules (2027.1-1 instead of')
  })

  it('become events with one key per subject and cycle', () => {
    const { transitions } = findTransitions(first.states, stressed.readings, stressed.snapshot)
    const events = transitionEvents(transitions, stressed.snapshot)
    expect(events[0]).toMatchObject({
      key: 'transition/regime/2026-11-20T10:15',
      kind: 'transition',
      cycleId: '2026-11-20T10:15',
    })
    expect(new Set(events.map(({ key }) => key)).size).toBe(events.length)
  })

  const gexOf = (series: string, state: string): StateReading => ({
    subject: 'gex',
    name: 'GEX',
    state,
    scale: ['a', 'b', 'c'],
    cause: '',
    series,
  })
  /** Tells the transitions of a story of one reading a cycle, beginning with a memory. */
  const logOf = (story: readonly StateReading[], begin: WatchedStates = {}) => {
    let known = begin
    return story.flatMap((reading, at) => {
      const now = findTransitions(known, [reading], { as_of: String(at), rules_version: '1' })
      known = now.states
      return now.transitions.map(({ from, to, since }) => `${at}: ${from} ${to}, since ${since}`)
    })
  }
  const [vendor, own] = [(state: string) => gexOf('gex_vendor', state), (state: string) => gexOf('gex_own', state)]

  it('do not include a level that differs because another series is read', () => {
    expect(logOf([vendor('a'), own('b'), own('b')])).toEqual([])
    expect(logOf([vendor('a'), own('b'), vendor('a')])).toEqual([])
  })

  it('include what a series did while another one was read, and what the other one did', () => {
    expect(logOf([vendor('a'), own('b'), vendor('c')])).toEqual(['2: a c, since 0'])
    expect(logOf([vendor('a'), own('b'), own('c'), vendor('a'), own('b')])).toEqual([
      '2: b c, since 1',
      '4: c b, since 2',
    ])
  })

  it('compare with a memory that an earlier version left without its series', () => {
    const begin = { gex: { state: 'a', since: 'then', rules_version: '1' } }
    expect(logOf([own('b'), vendor('c')], begin)).toEqual(['0: a b, since then'])
  })

  it('know the series of every level, and none of what several series make', () => {
    const read = (states: WatchedStates, subject: string) => states[subject]!.series
    expect([read(first.states, 'gex'), read(first.states, 'vix')]).toEqual(['gex_vendor', 'vix_close'])
    expect([read(first.states, 'regime'), read(first.states, 'fragility')]).toEqual([undefined, undefined])
  })

  it('of each series lead without a gap from its first state to its last, over any story', () => {
    const reading = fc.tuple(fc.constantFrom('gex_own', 'gex_vendor'), fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 40 }), (story) => {
        const last = new Map<string, string>()
        const changes = story.flatMap(([series, state], at) => {
          const then = last.get(series)
          last.set(series, state)
          return then === undefined || then === state ? [] : [`${at}: ${then} ${state}`]
        })
        const found = logOf(story.map(([series, state]) => gexOf(series, state)))
        expect(found.map((line) => line.replace(/, since.*/, ''))).toEqual(changes)
      }),
    )
  })

  it('lead without a gap from the first state to the last, over any story', () => {
    const scale = ['a', 'b', 'c']
    const story = fc.array(fc.option(fc.constantFrom(...scale)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(story, (states) => {
        let known: WatchedStates = {}
        const steps: string[] = []
        for (const [at, state] of states.entries()) {
          const reading: StateReading[] =
            state === null ? [] : [{ subject: 'vix', name: 'VIX', state, scale, cause: '' }]
          const now = findTransitions(known, reading, { as_of: String(at), rules_version: '1' })
          steps.push(...now.transitions.map(({ from, to }) => `${from}${to}`))
          known = now.states
        }
        const seen = states.filter((state) => state !== null)
        const changes = seen.flatMap((state, at) =>
          at > 0 && seen[at - 1] !== state ? [`${seen[at - 1]}${state}`] : [],
        )
        expect(steps).toEqual(changes)
      }),
    )
  })
})

describe('diff', () => {
  const signals = new Map(
    velocity(STRESSED_DAY).signals.map(({ key, unit, changes }) => [
      key,
      { unit, usual: changes[0]?.usual_change ?? null },
    ]),
  )
  const diff = (before: SignalsSnapshot, after: SignalsSnapshot) =>
    snapshotDiff({ before, after, usual: { score: 2, signals } })
  const of = (entries: readonly DiffEntry[], kind: DiffEntry['kind'], subject: string) =>
    entries.find((each) => each.kind === kind && each.subject === subject)

  it('is mirrored when two opposite days are swapped', () => {
    const [down, up] = [diff(calm.snapshot, stressed.snapshot), diff(stressed.snapshot, calm.snapshot)]
    const shape = SignalsDiff.shape.changes
    for (const each of [down, up]) expect(shape.parse(each)).toEqual(each)
    expect(down[0]).toMatchObject({ kind: 'regime', from: 'RISK-ON', to: 'PANIC', change: 4 })
    expect(up[0]).toMatchObject({ kind: 'regime', from: 'PANIC', to: 'RISK-ON', change: -4 })
    const score = stressed.snapshot.health_score! - calm.snapshot.health_score!
    expect(of(down, 'score', 'health_score')).toMatchObject({
      change: score,
      usual_change: 2,
      in_usual_moves: score / 2,
    })
    expect(of(down, 'level', 'hy_oas')!.change).toBeGreaterThan(0)
    expect(of(up, 'level', 'hy_oas')!.change).toBeLessThan(0)
    expect(of(down, 'input', 'vix')).toMatchObject({ from: '13.20', to: '36.00', change: 22.8, unit: 'index points' })
    expect(of(down, 'input', 'vix')!.inputs[0]).toMatchObject({ series: 'vix_close', age_seconds: 900 })
    expect(down).toHaveLength(up.length)
  })

  it('contributions sum to the change of the score', () => {
    const entries = diff(calm.snapshot, stressed.snapshot)
    const given = entries.filter(({ kind }) => kind === 'component').reduce((sum, { change }) => sum + (change ?? 0), 0)
    expect(given).toBe(of(entries, 'score', 'health_score')!.change)
  })

  it('lists the most material entries first: by kind, then by size', () => {
    const entries = diff(calm.snapshot, stressed.snapshot)
    const kinds = entries.map(({ kind }) => DIFF_KINDS.indexOf(kind))
    expect(kinds).toEqual([...kinds].sort((a, b) => a - b))
    const given = entries.filter(({ kind }) => kind === 'component').map(({ change }) => Math.abs(change!))
    expect(given).toEqual([...given].sort((a, b) => b - a))
  })

  it('is empty when nothing moved', () => expect(diff(calm.snapshot, calm.snapshot)).toEqual([]))

  it('reports a lost reading as a change of the data, not as a fall of its points', () => {
    const poor = computeSnapshot(
      { ...CALM_DAY, series: { ...CALM_DAY.series, hy_oas: [] }, missing: [{ source: 'fred', reason: 'status 503' }] },
      { cycleId: 'c', origin: 'scheduled' },
    )
    const entries = diff(calm.snapshot, poor)
    expect(of(entries, 'data', 'fred')).toMatchObject({ from: 'delivers', to: 'missing' })
    expect(of(entries, 'data', 'hy_oas')).toMatchObject({
      to: null,
      text: expect.stringContaining('no longer has a reading'),
    })
    expect(of(entries, 'component', 'hy_oas')).toBeUndefined()
    expect(of(entries, 'input', 'hy_oas')).toBeUndefined()
    expect(of(diff(poor, calm.snapshot), 'data', 'hy_oas')!.text).toContain('has a reading again')
  })

  it('reports a change of series without measuring it', () => {
    const own = { ...calm.snapshot.score_components.find(({ key }) => key === 'gex')! }
    const other = { ...own, inputs: own.inputs.map((input) => ({ ...input, series: 'gex_own' })) }
    const after = {
      ...calm.snapshot,
      score_components: calm.snapshot.score_components.map((each) => (each.key === 'gex' ? other : each)),
    }
    expect(diff(calm.snapshot, after).map(({ kind, subject }) => [kind, subject])).toEqual([['data', 'gex']])
  })

  it('reports walls and the side of zero gamma, not its cents', () => {
    const gamma = (spot: number, zero: number, wall: number): SignalsSnapshot => ({
      ...calm.snapshot,
      gamma_levels: {
        status: 'ready',
        underlying: 'SPY',
        spot,
        quoted_at: calm.snapshot.as_of,
        open_interest_date: '2026-11-19',
        convention: 'x',
        net_gamma_usd_per_pct: 1,
        call_wall: wall,
        put_wall: 640,
        zero_gamma: zero,
        contracts_used: 1,
        contracts_skipped: 0,
      },
    })
    expect(diff(gamma(670, 660, 680), gamma(671, 660.4, 680))).toEqual([])
    const entries = diff(gamma(670, 660, 680), gamma(655, 660, 675))
    expect(entries.map(({ subject, from, to }) => [subject, from, to])).toEqual([
      ['call_wall', '680', '675'],
      ['zero_gamma', 'above', 'below'],
    ])
  })

  it.each([
    [null, 'too few inputs', 'Health score: 90 to none (too few inputs).'],
    [null, null, 'Health score: 90 to none.'],
    [70, 'too few inputs', 'Health score: 90 to 70.'],
  ])('says why there is no score, and nothing while there is one (%s, %s)', (score, reason, text) => {
    const before = { ...calm.snapshot, health_score: 90 }
    const after = { ...before, health_score: score, health_score_reason: reason }
    expect(of(diff(before, after), 'score', 'health_score')!.text).toBe(text)
  })

  it('gives the reason of two changed regimes once, and separately the reason of an intraday change alone', () => {
    const before = { ...calm.snapshot, regime: 'RISK-ON', regime_now: 'RISK-ON' } as const
    const after = { ...before, regime_now: 'PANIC', regime_reason: 'VIX jumped.' } as const
    const text = 'Intraday regime: RISK-ON to PANIC.'
    expect(of(diff(before, after), 'regime_now', 'regime_now')!.text).toBe(`${text} VIX jumped.`)
    const both = diff(before, { ...after, regime: 'PANIC' })
    expect(both.slice(0, 2).map((entry) => entry.text)).toEqual(['Regime: RISK-ON to PANIC. VIX jumped.', text])
  })

  it('does not measure a change whose usual move is unknown', () => {
    const [entry] = snapshotDiff({
      before: calm.snapshot,
      after: { ...calm.snapshot, health_score: 1 },
      usual: { score: null, signals: new Map() },
    })
    expect(entry).toMatchObject({ kind: 'score', usual_change: null, in_usual_moves: null })
  })
})

it('an empty snapshot has no state to watch', () => {
  const nothing = { ...marketInputs('2026-11-20', '10:00'), series: {}, quotes: {} }
  expect(told(nothing).readings).toEqual([])
})
