import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { AnalogsPanel } from '../../../shared/domain/contract/company/analogs.ts'
import { addSessions } from '../../../shared/time/calendar.ts'
import { addDays, type TradingDay } from '../../../shared/time/trading-day.ts'
import type { Place, State } from '../states.ts'
import { analogsPanel, sectorPast } from './analogs.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN
const RISING: State = { trend: 'above', momentum: 'high', drawdown: 'shallow', volatility: 'low' }
const FALLING: State = { trend: 'below', momentum: 'low', drawdown: 'deep', volatility: 'high' }

/** A session of a name so many sessions ago. */
const place = (ticker: string, back: number, after: number | null, state = RISING): Place => ({
  ticker,
  day: addSessions(DAY, -back).day,
  at: 1_000 - back,
  change21: 0,
  volatility21: 0.01,
  isAbove: true,
  fromHigh: 0,
  after5: after,
  after21: after === null ? null : 2 * after,
  state,
})
const TODAY = place('AAA', 0, null)

const panelOf = (places: readonly Place[], days: readonly TradingDay[] = [addSessions(DAY, -1).day, DAY]) =>
  AnalogsPanel.parse(
    analogsPanel(
      {
        ...UNKNOWN,
        company: { ...UNKNOWN.company, sector: 'Energy' },
        bars: days.map((day) => ({ day, close: 100, high: null, low: null, volume: null, knownAt: CUTOFF })),
      },
      sectorPast(places),
    ),
  )

test('a stay of several sessions in a state is one case, that of its first session, and a return is another', () => {
  const stays = [
    place('BBB', 400, 0.01),
    place('BBB', 399, 0.02),
    place('BBB', 398, 0.03),
    place('BBB', 397, -0.05, FALLING),
    place('BBB', 390, 0.04),
    place('BBB', 389, 0.05),
  ]
  const { cases, n, n_effective, after_5, after_21 } = panelOf([...stays, TODAY])
  expect(cases).toEqual([
    { ticker: 'BBB', day: addSessions(DAY, -390).day, after_5: 0.04, after_21: 0.08 },
    { ticker: 'BBB', day: addSessions(DAY, -400).day, after_5: 0.01, after_21: 0.02 },
  ])
  // They lie 10 sessions apart, so 21 sessions after the first hold what followed the second, and 5 do not.
  expect([n, n_effective, after_5!.same_state.n_effective, after_21!.same_state.n_effective]).toEqual([2, 1, 2, 1])
  // An interval is of clusters, not of cases: Wilson's of one in one begins at 1 / (1 + z²), with z = 1.959964.
  expect(after_21!.same_state).toMatchObject({ n: 2, share_up: 1, low: 0.206549, high: 1 })
})

test('a session that is missing ends a stay', () => {
  const { cases } = panelOf([place('BBB', 400, 0.01), place('BBB', 398, 0.03), TODAY])
  expect(cases.map(({ day }) => day)).toEqual([addSessions(DAY, -398).day, addSessions(DAY, -400).day])
})

test.each(['trend', 'momentum', 'drawdown', 'volatility'] as const)('a case has the same %s as today', (part) => {
  const other: State = { ...RISING, [part]: FALLING[part] }
  const { cases, n } = panelOf([place('BBB', 400, 0.01), place('CCC', 300, 0.02, other), TODAY])
  expect([cases.map(({ ticker }) => ticker), n]).toEqual([['BBB'], 1])
})

test('the state is that of the session of the newest bar, and null while that session has none', () => {
  const days = [2, 1, 0].map((back) => addSessions(DAY, -back).day)
  const own = [place('AAA', 2, null, FALLING), place('AAA', 1, null, FALLING), TODAY]
  expect(panelOf(own, days)).toMatchObject({ day: DAY, state: RISING })
  const behind = panelOf(own.slice(0, 2), days)
  expect(behind).toMatchObject({ day: null, state: null, cases: [], n: 0, after_5: null, after_21: null })
  expect(behind.reasons).toMatchObject({ state: 'needs 50 sessions of bars, 3 are known' })
})

test('own sessions of the newest 30 days are not cases; older ones and those of other names are', () => {
  const at = (ticker: string, days: number): Place => ({ ...place(ticker, days, 0.01), day: addDays(DAY, -days) })
  const { cases } = panelOf([at('AAA', 31), at('AAA', 29), at('AAA', 27), at('BBB', 27), TODAY])
  expect(cases.map(({ ticker, day }) => [ticker, day])).toEqual([
    ['BBB', addDays(DAY, -27)],
    ['AAA', addDays(DAY, -31)],
  ])
  expect(panelOf([at('AAA', 30), TODAY]).cases).toEqual([])
})

test('a session is not a case before five further sessions have passed', () => {
  const { cases, n, reasons, after_5 } = panelOf([place('BBB', 3, null), TODAY])
  expect([cases, n, after_5]).toEqual([[], 0, null])
  expect(reasons.cases).toBe('no name of the sector was in this state before')
})

test('by hand: the share that rose in the same state is held against all sessions of the sector', () => {
  // Four far apart cases of which three rose; eight sessions in all of which four rose.
  const cases = [0.01, 0.02, 0.03, -0.02].map((after, at) => place('BBB', 400 - 50 * at, after))
  const others = [0.04, -0.01, -0.03, -0.04].map((after, at) => place('CCC', 390 - 50 * at, after, FALLING))
  const { after_5, n, n_effective, universe } = panelOf([...cases, ...others, TODAY])
  expect([n, n_effective, universe]).toEqual([4, 4, '3 names of Energy, 9 names and dates'])
  // Wilson, z = 1.959964, of 3 in 4: centre 0.627527, half-width 0.326885.
  expect(after_5).toEqual({
    same_state: { n: 4, n_effective: 4, share_up: 0.75, low: 0.300642, high: 0.954413, median: 0.015 },
    base_rate: expect.objectContaining({ n: 8, n_effective: 8, share_up: 0.5, median: 0 }),
    difference: 0.25,
    verdict: 'the base rate lies within the interval of 4 clusters: no difference beyond chance',
  })
})

test('a base rate outside the interval is reported as such', () => {
  const cases = Array.from({ length: 10 }, (_, at) => place('BBB', 600 - 30 * at, 0.01))
  const others = Array.from({ length: 40 }, (_, at) => place('CCC', 600 - 10 * at, -0.01, FALLING))
  const { after_5 } = panelOf([...cases, ...others, TODAY])
  // All ten of ten rose: at least 10 / (10 + z²) = 0.722467. Ten of fifty rose in all.
  expect(after_5).toMatchObject({
    same_state: { share_up: 1, low: 0.722467, high: 1 },
    base_rate: { share_up: 0.2 },
    difference: 0.8,
    verdict: 'the base rate lies outside the interval of 10 clusters',
  })
})

test('a change of zero is not a rise', () => {
  const { after_5 } = panelOf([place('BBB', 400, 0), place('BBB', 300, 0.01), TODAY])
  expect(after_5!.same_state).toMatchObject({ n: 2, share_up: 0.5 })
})

test('the newest thirty cases are listed, and all are counted', () => {
  const { cases, n } = panelOf([...Array.from({ length: 40 }, (_, at) => place('BBB', 100 + 2 * at, 0.01)), TODAY])
  expect([cases.length, n]).toEqual([30, 40])
  expect([cases[0]!.day, cases[29]!.day]).toEqual([addSessions(DAY, -100).day, addSessions(DAY, -158).day])
})

test('cases younger than 21 sessions have no outcome over 21 sessions, and the panel states that', () => {
  const young = { ...place('BBB', 10, 0.01), after21: null }
  const { after_5, after_21, reasons } = panelOf([young, TODAY])
  expect([after_5?.same_state.n, after_21]).toEqual([1, null])
  expect(after_5?.verdict).toMatch(/^the base rate lies (within|outside) the interval of 1 cluster\b/)
  expect(reasons.after_21).toBe('no case is 21 sessions old')
})
