import { describe, expect, it, test } from 'vitest'
import { judge, type ScoredPair } from './judgement.ts'

/** Dates so far apart that no window and no block holds two of them. */
const APART = 200
const at = (start: number, ours: number, rival = 1, sessions = 1): ScoredPair => ({ start, sessions, ours, rival })
const dates = (count: number, ours: (date: number) => number, rival = 1): ScoredPair[] =>
  Array.from({ length: count }, (_, date) => at(APART * date, ours(date), rival))
/** A mean gain with a scatter of as much to either side, in turn. */
const scattered = (count: number, gain: number, scatter: number) =>
  dates(count, (date) => 1 - gain + (date % 2 === 0 ? scatter : -scatter))

describe('a verdict', () => {
  it.each([
    ['of no claims is none', [], 'insufficient_data', 60],
    ['of nineteen dates is none', dates(19, () => 0.5), 'insufficient_data', 60],
    ['of twenty dates is not known yet', dates(20, () => 0.5), 'unknown', 60],
    ['of 59 dates is not known yet, though no date differs', dates(59, () => 0.5), 'unknown', 60],
    ['of sixty dates is better with the smaller loss', dates(60, () => 0.5), 'better', null],
    ['of sixty dates is worse with the larger loss', dates(60, () => 1.5), 'worse', null],
    ['is equal from twenty dates on where nothing differs', dates(20, () => 1), 'equal', null],
    ['is equal within two points of skill', dates(20, () => 0.981), 'equal', null],
    ['is not equal beyond two points', dates(20, () => 0.979), 'unknown', 60],
    ['is not equal beyond two points the other way', dates(20, () => 1.021), 'unknown', 60],
    ['is equal where the difference is rounding', dates(60, () => 1 - 1e-10), 'equal', null],
  ])('%s', (_, pairs, verdict, needed) => {
    expect(judge(pairs)).toMatchObject({ verdict, n: pairs.length, nEffective: pairs.length, nNeeded: needed })
  })

  it('needs three standard errors: of sixty dates a gain of 0.3 with a scatter of less than 0.3 x root of 59 / 3', () => {
    // The error is scatter / root of 59, and three of it are 0.3 at a scatter of 0.768.
    expect(judge(scattered(60, 0.3, 0.767)).verdict).toBe('better')
    expect(judge(scattered(60, 0.3, 0.769)).verdict).toBe('unknown')
    expect(judge(scattered(60, -0.3, 0.767)).verdict).toBe('worse')
  })

  it('is equal only where both ends of its interval lie within two points', () => {
    // The error of twenty dates is scatter / root of 19: 0.01, so that the interval reaches 0.02 to either side of the gain.
    const verdictAt = (gain: number) => judge(scattered(20, gain, 0.01 * Math.sqrt(19))).verdict
    expect([verdictAt(-0.005), verdictAt(0.005)]).toEqual(['unknown', 'unknown'])
    expect(judge(scattered(20, 0.005, 0.007 * Math.sqrt(19))).verdict).toBe('equal')
  })

  it('has its skill and two standard errors to either side', () => {
    const { score, skill, interval } = judge(scattered(60, 0.3, 0.5).map((pair) => ({ ...pair, rival: 1 })))
    const error = 0.5 / Math.sqrt(59)
    expect([score, skill]).toEqual([expect.closeTo(0.7, 9), expect.closeTo(0.3, 9)])
    expect(interval).toEqual([expect.closeTo(0.3 - 2 * error, 9), expect.closeTo(0.3 + 2 * error, 9)])
  })
})

describe('the dates that would decide it', () => {
  test.each([
    // (3 x 0.775)^2 x 60 / 59 / 0.3^2 = 61.08.
    ['are those at which the difference is three errors', 0.3, 0.775, 62],
    // (2 x 0.1)^2 x 60 / 59 / (0.02 - 0.001)^2 = 112.7; three errors of so small a gain would take 91,525.
    ['or those at which two errors are within two points of skill', 0.001, 0.1, 113],
    // (2 x 0.1)^2 x 60 / 59 / 0.02^2 = 101.7.
    ['without any difference those alone', 0, 0.1, 102],
    ['at two points of skill or more never those', 0.03, 0.1, 102],
  ])('%s', (_, gain, scatter, needed) => {
    expect(judge(scattered(60, gain, scatter))).toMatchObject({ verdict: 'unknown', nNeeded: needed })
  })
})

describe('claims and dates', () => {
  it('a score is the mean over claims, of which a date may have many', () => {
    const pairs = [at(0, 0.1), at(0, 0.1), at(0, 0.4), at(APART, 0.6)]
    expect(judge(pairs)).toMatchObject({
      n: 4,
      nEffective: 2,
      score: expect.closeTo(0.3, 9),
      skill: expect.closeTo(0.7, 9),
    })
  })

  it('the skill is the share by which the loss is smaller, and none against a rival without loss', () => {
    expect(judge(dates(3, () => 1, 4)).skill).toBe(0.75)
    expect(judge(dates(3, () => 1, 0))).toMatchObject({ score: 1, skill: null, interval: null })
  })

  it('one date has a skill and no interval', () => {
    expect(judge(dates(1, () => 0.5))).toMatchObject({ skill: 0.5, interval: null })
    expect(judge(dates(2, () => 0.5)).interval).toEqual([0.5, 0.5])
  })

  test.each([
    ['a window that begins where another ends', [at(0, 1, 1, 20), at(20, 1, 1, 20)], 2],
    ['a window that begins a session earlier', [at(0, 1, 1, 20), at(19, 1, 1, 20)], 1],
    ['short windows within a long one, before it', [at(0, 1, 1, 20), at(1, 1, 1, 2), at(3, 1, 1, 2)], 2],
    ['the longest window of a date', [at(0, 1, 1, 1), at(0, 1, 1, 5), at(3, 1, 1, 1)], 1],
    ['dates in any order', [at(40, 1, 1, 20), at(0, 1, 1, 20), at(20, 1, 1, 20)], 3],
  ])('windows that overlap count once: %s', (_, pairs, count) => {
    expect(judge(pairs).nEffective).toBe(count)
  })
})
