import { expect, test } from 'vitest'
import { addSessions } from '../../../shared/time/calendar.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Curve } from './account-snapshots-view.ts'
import { createLuckMemory } from './luck-memory.ts'
import { scorecardDocument } from './scorecard-document.ts'
import type { ClosedLine } from './scorecard-view.ts'

type Inputs = Parameters<typeof scorecardDocument>[0]

const NOW = new Date('2026-11-20T15:30:00Z')
const WEDNESDAY = new Date('2026-11-18T15:30:00Z')
const NO_CURVE: Curve = { epoch: 1, opening: { at: NOW, equityE4: 1_000_000_000, spyE4: null }, points: [] }
const RISING = new Map([['SPY', Array.from({ length: 80 }, (_, at) => 600 + at)]])
/** Any day of these closes gains as much as was put in. */
const DOUBLING = new Map([['SPY', Array.from({ length: 60 }, (_, at) => 2 ** at)]])

/** One closed trade in 6,000 dollars: in stock, of the two legs of a spread, or in stock with a call on it. */
function linesOf(entry: number, kind: 'stock' | 'spread' | 'covered', over: Partial<ClosedLine> = {}): ClosedLine[] {
  const line = {
    entry,
    openedAt: NOW,
    closedAt: NOW,
    heldBefore: 10,
    basisE4: 60_000_000,
    gainE4: 10_000,
    regime: null,
    ...over,
  }
  const [lower, upper] = ['SPY261120C00600000', 'SPY261120C00605000'] as const
  const names = { stock: ['SPY'], spread: [lower, upper], covered: ['SPY', upper] }
  return names[kind].map((instrument) => ({ ...line, instrument }))
}
const many = (count: number, kind: 'stock' | 'spread', over: Partial<ClosedLine> = {}, from = 0) =>
  Array.from({ length: count }, (_, at) => linesOf(from + at, kind, over)).flat()

const scorecard = (over: Partial<Inputs> = {}) =>
  scorecardDocument({
    now: NOW,
    epoch: 1,
    equityE4: 1_000_000_000,
    lines: [],
    costs: { fills: 60, beyondTouchE4: 0, beyondMidE4: 0, feesE4: 0 },
    closes: RISING,
    curve: NO_CURVE,
    compare: createLuckMemory().of(1),
    ...over,
  })
const wordsOf = (stocks: number, spreads: number) =>
  scorecard({ lines: [...many(stocks, 'stock'), ...many(spreads, 'spread', {}, stocks)] }).words

test('luck is stated from thirty trades in one stock each on, however many trades of other kinds were closed', () => {
  expect(wordsOf(29, 30)[0]).toBe(
    'Only 29 of the 59 closed trades are in one stock each, and 30 are needed to compare them with luck.',
  )
  expect(wordsOf(30, 8)[0]).toMatch(/^The 30 closed trades in one stock each gained more than \d+\.\d % of random/)
  expect(wordsOf(0, 29)).toEqual([])
})

test('no sentence is given before thirty closed trades, and the reason states how many there are', () => {
  expect(scorecard({ lines: many(29, 'spread') })).toMatchObject({
    closed_trades: 29,
    words: [],
    words_reason: 'only 29 closed trades: a judgement in words needs 30',
  })
  const enough = scorecard({ lines: many(30, 'spread') })
  expect([enough.words.length, enough.words_reason]).toEqual([2, null])
})

test('equity at the touch lacks the impact that was paid, and at the middle also the spread', () => {
  const costs = { fills: 60, beyondTouchE4: 20_000, beyondMidE4: 51_280, feesE4: 7_000 }
  expect(scorecard({ costs }).equity).toEqual({
    as_filled: 100_000,
    at_touch: 100_002,
    at_mid: 100_005.128,
    fills: 60,
    impact_paid: 2,
    spread_paid: 3.128,
    fees_paid: 0.7,
    reason: null,
  })
  expect(scorecard({ costs, equityE4: null }).equity).toMatchObject({
    as_filled: null,
    at_touch: null,
    at_mid: null,
    impact_paid: 2,
    reason: 'a position has no mark now',
  })
  expect(scorecard({ costs, lines: many(30, 'spread') }).words[1]).toBe(
    'Spread and impact cost 5.13 dollars in 60 fills.',
  )
})

test('a trade in one stock is compared over its sessions, and one that includes an option is left out', () => {
  const lines = [
    ...linesOf(1, 'stock', { openedAt: WEDNESDAY, gainE4: 12_366 }),
    ...linesOf(2, 'covered'),
    ...linesOf(3, 'spread'),
  ]
  // Two sessions make four times of 6,000 dollars, so each random account gains 18,000.
  expect(scorecard({ lines, closes: DOUBLING }).luck).toEqual({
    accounts: 1_000,
    ceiling: 18_000,
    median: 18_000,
    own: 1.24,
    rank_percent: 0,
    trades: 1,
    left_out: 2,
    reason: null,
  })
  const within = scorecard({ lines: linesOf(1, 'stock', { gainE4: 90_000_000 }), closes: DOUBLING })
  expect(within.luck).toMatchObject({ ceiling: 6_000, own: 9_000, rank_percent: 100 })
})

test('trades that were held at the same time are drawn together, and those after each other apart', () => {
  const path = Array.from({ length: 60 }, (_, at) => 100 + 10 * (at % 2))
  const lines = (closedAt: Date, from: number) => linesOf(from, 'stock', { openedAt: WEDNESDAY, closedAt })
  const of = (own: ClosedLine[]) => scorecard({ lines: own, closes: new Map([['SPY', path]]) }).luck
  const [thursday, saturday] = [new Date('2026-11-19T15:30:00Z'), new Date('2026-11-21T15:30:00Z')]
  // Up by a tenth or down by an eleventh: together both trades gain 1,200 in half of the draws, apart in a quarter.
  const together = of([...lines(thursday, 1), ...lines(thursday, 2)])
  const apart = of([...lines(thursday, 1), ...linesOf(2, 'stock', { openedAt: thursday, closedAt: NOW })])
  expect([together.ceiling, apart.ceiling]).toEqual([1_200, 1_200])
  expect(Math.abs(together.median!)).toBeGreaterThan(1_000)
  expect(Math.abs(apart.median!)).toBeLessThan(1_000)
  // A trade that a split ends on a rest day ended with the session before.
  expect(of(lines(saturday, 1))).toEqual(of(lines(NOW, 1)))
})

test('without a comparison the reason states whether trades or closes are missing', () => {
  expect(scorecard({ lines: linesOf(1, 'spread') }).luck).toMatchObject({
    ceiling: null,
    rank_percent: null,
    reason: 'no trade in a stock has been closed',
  })
  expect(scorecard({ lines: linesOf(1, 'stock'), closes: new Map() }).luck).toMatchObject({
    own: null,
    trades: 1,
    reason: 'too few closes are known for the length of a trade',
  })
})

test('the words weigh the gain against luck', () => {
  const said = (gainE4: number, closes = DOUBLING) =>
    scorecard({ lines: many(30, 'stock', { gainE4 }), closes }).words[0]
  const gained = (percent: string) =>
    `The 30 closed trades in one stock each gained more than ${percent} % of random accounts did`
  expect(said(60_000_001)).toBe(`${gained('100.0')}: luck alone reaches that in fewer than one of twenty.`)
  expect(said(60_000_000)).toBe(`${gained('0.0')}: bad luck alone explains that in fewer than one of twenty.`)
  const { median } = scorecard({ lines: many(30, 'stock') }).luck
  expect(said(Math.round((median! / 30) * 10_000), RISING)).toMatch(/: luck alone explains them\.$/)
  expect(said(1, new Map())).toBe('The trades cannot be compared with luck.')
})

test('each regime has its trades, those that gained, their gain and its average; the regime with most comes first', () => {
  const lines = [
    ...linesOf(1, 'stock', { regime: 'panic', gainE4: 0 }),
    ...linesOf(2, 'stock', { regime: 'calm', gainE4: 5_000 }),
    ...linesOf(3, 'spread', { regime: 'calm', gainE4: -20_000 }),
    ...linesOf(4, 'stock', { regime: 'calm', gainE4: 30_000 }),
  ]
  expect(scorecard({ lines }).regimes).toEqual([
    { regime: 'calm', trades: 3, wins: 2, gain: 1.5, average: 0.5 },
    { regime: 'panic', trades: 1, wins: 0, gain: 0, average: 0 },
  ])
})

/** An account that moves twice as much as SPY, whose moves come in turn: it gains 1 % and loses 0.5 %. */
function twiceSpy(days: number, moves = [0.01, -0.005]): Curve {
  let [equity, spy] = [1_000_000_000, 6_000_000]
  const opening = { at: new Date('2026-11-02T15:00:00Z'), equityE4: equity, spyE4: spy }
  const points = Array.from({ length: days }, (_, index) => {
    const move = moves[index % moves.length]!
    equity *= 1 + 2 * move
    spy *= 1 + move
    const at = addSessions(tradingDay('2026-11-02'), index).close
    const known = { cashE4: 0, positionsE4: null, positions: 1, unmarked: 0, flowE4: 0, isClose: true }
    return { ...known, at, takenAt: at, kind: 'close' as const, equityE4: equity, spyE4: spy }
  })
  return { epoch: 1, opening, points }
}

test('without the market’s part an account that moves twice as much as SPY has gained nearly nothing', () => {
  const { beta_removed: found, words } = scorecard({ curve: twiceSpy(20), lines: many(30, 'spread') })
  // 1.0098 ^ 10 and 1.00495 ^ 10.
  expect(found).toMatchObject({ own_percent: 10.2437, spy_percent: 5.0617, beta: 2, days: 20, reason: null })
  expect(found.excess_percent).toBeCloseTo(10.2437 - 2 * 5.0617, 3)
  expect(words[1]).toBe('Of a return of 10.2 %, 0.1 % are left without the market’s part.')
})

test('beta is unknown while SPY stands still, and the reason says so', () => {
  expect(scorecard({ curve: twiceSpy(20, [0]) }).beta_removed).toMatchObject({
    spy_percent: 0,
    beta: null,
    excess_percent: null,
    days: 20,
    reason: 'SPY did not move on any of these days, so there is no beta',
  })
})

test('beta is unknown before twenty days, and the returns before there are two common values', () => {
  expect(scorecard({ curve: twiceSpy(19), lines: many(30, 'spread') })).toMatchObject({
    beta_removed: { beta: null, excess_percent: null, reason: 'only 19 daily returns: beta needs at least 20' },
    words: [expect.any(String), expect.stringMatching(/^Spread/)],
  })
  expect(scorecard().beta_removed).toEqual({
    own_percent: null,
    spy_percent: null,
    beta: null,
    excess_percent: null,
    days: 0,
    reason: 'the account and SPY share fewer than two values',
  })
})
