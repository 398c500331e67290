import { expect, test } from 'vitest'
import { ripeCandidate } from '../../../harness/fixtures/ripe-candidate.ts'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { archetypes } from '../archetypes/index.ts'
import { capOf } from '../board-rank.ts'
import type { RankedCandidate, RunResult } from '../decide-run.ts'
import { runMoment } from '../moment.ts'
import type { Setup } from '../setup.ts'
import type { Tracked } from '../tracked.ts'
import { standingOf } from '../trust.ts'
import { actionBoard } from './board.ts'

const moment = runMoment(tradingDay('2026-03-12'), 'pm')
const BAND = { day: tradingDay('2026-03-11'), band: 'low' } as const
const standing = standingOf({ all: [], postLock: [] }, 'insufficient')
const standings = new Map(archetypes.map(({ id }) => [id, standing]))

const resultOf = (change: Partial<RunResult>): RunResult => ({
  moment,
  band: BAND,
  candidates: [],
  setups: [],
  prices: new Map(),
  recorded: [],
  openLong: 0,
  openShort: 0,
  suppressed: {},
  ...change,
})

const boardOf = (result: Partial<RunResult>, tracked: Tracked[] = [], setups: Setup[] = []) =>
  actionBoard({
    run: { id: '2026-03-12-pm', started_at: moment.at, late_by_s: 0, origin: 'scheduled' },
    rulesVersion: '2026.11',
    result: resultOf(result),
    setups,
    tracked,
    context: { day: moment.day, band: BAND, standings, records: new Map() },
  })

const candidate = (ticker: string, change: Partial<RankedCandidate> = {}): RankedCandidate => ({
  ...ripeCandidate({ ticker, lastFired: moment.day }),
  scan: null,
  conviction: null,
  convictionAge: null,
  boardScore: 0,
  suppression: 'no_deep_scan',
  ...change,
})

/** Picks of one side in the first slots. */
const picksIn = (slots: number, side: 'long' | 'short' = 'long'): Tracked[] =>
  Array.from({ length: slots }, (_, at) =>
    trackedPick({ id: `pick-${at}`, ticker: `N${String(at).padStart(2, '0')}`, side, contract: { slot: at + 1 } }),
  )

test('a held pick shows its newest fire, though the run could not read its name', () => {
  const tracked = trackedPick()
  const { ticker, archetype } = tracked
  const setup = { ticker, archetype, lastFired: tradingDay('2026-03-10') } as Setup
  const { longs } = boardOf({ openLong: 1 }, [tracked], [setup])
  expect(longs).toMatchObject([{ last_fired: '2026-03-10', last_fired_sessions_ago: 2 }])
})

test('rows of one board score stand in the order of their names', () => {
  const [first, second, third] = picksIn(3)
  const { longs } = boardOf({}, [third!, first!, second!])
  expect(longs.map(({ ticker }) => ticker)).toEqual(['N00', 'N01', 'N02'])
})

test.each([
  ['two free slots', 2, ['AAA', 'BBB'], []],
  ['one free slot', 1, ['AAA', 'BBB'], []],
  ['no free slot', 0, [], ['AAA', 'BBB']],
])('with %s ripe candidates compete for it, else they overflow', (_title, free, competing, overflow) => {
  const cap = capOf('low', 'long')
  const candidates = [candidate('AAA'), candidate('BBB'), candidate('CCC', { isRipe: false, suppression: 'not_ripe' })]
  const board = boardOf({ candidates }, picksIn(cap - free))
  expect(board.competing.map(({ ticker }) => ticker)).toEqual(competing)
  expect(board.overflow_long.map(({ ticker }) => ticker)).toEqual(overflow)
  expect(board.counts).toMatchObject({ open_slots_long: free, competing: competing.length, suppressed_long: 3 })
})

test('a pick stands on its own side alone, with the slots that its side leaves', () => {
  const { longs, shorts, counts } = boardOf({}, [...picksIn(2, 'short'), trackedPick({ id: 'long', ticker: 'LONG' })])
  expect([longs.map(({ ticker }) => ticker), shorts.map(({ ticker }) => ticker)]).toEqual([['LONG'], ['N00', 'N01']])
  expect(counts).toMatchObject({
    long: 1,
    short: 2,
    open_slots_long: capOf('low', 'long') - 1,
    open_slots_short: capOf('low', 'short') - 2,
  })
})

test.each([
  ['all slots are full', 'slots_full', true],
  ['no band is known', 'band_unknown', true],
  ['it was not scanned', 'no_deep_scan', true],
  ['it is not ripe', 'not_ripe', false],
  ['nothing held it back', null, false],
] as const)('a ripe candidate competes where %s: %s', (_title, suppression, competes) => {
  const { competing } = boardOf({ candidates: [candidate('AAA', { suppression })] })
  expect(competing.map(({ ticker }) => ticker)).toEqual(competes ? ['AAA'] : [])
})

test.each([
  ['without a band', { band: null }, 'The book is empty: without a known band of falls nothing is locked.'],
  [
    'with candidates that are not ripe',
    { candidates: [candidate('AAA', { isRipe: false }), candidate('BBB', { isRipe: false })] },
    'The book is empty: none of the 2 candidates of the run is ripe.',
  ],
  [
    'with ripe candidates beside others',
    { candidates: [candidate('AAA'), candidate('BBB', { isRipe: false })] },
    'The book is empty: none of the 1 ripe candidates could be locked.',
  ],
])('an empty book says why %s', (_title, result, reason) => {
  expect(boardOf(result).empty_reason).toBe(reason)
  expect(boardOf(result, picksIn(1)).empty_reason).toBeNull()
})
