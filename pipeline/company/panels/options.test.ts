import { describe, expect, test } from 'vitest'
import { option } from '../../../harness/fixtures/option-row.ts'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { addDays, type TradingDay } from '../../../shared/time/trading-day.ts'
import type { OptionRow } from '../option-row.ts'
import { optionsPanel, rankOf } from './options.ts'

const { day: DAY } = UNKNOWN

describe('the rank of a volatility', () => {
  test('needs 126 own sessions and states how many there are', () => {
    const short = optionsPanel({ ...UNKNOWN, options: Array.from({ length: 125 }, (_, at) => option(at, 0.2)) }, 60)
    expect(short.latest).toMatchObject({ iv_rank: null, iv_have: 125, iv_need: 126 })
    expect(short.reasons['latest.iv_rank']).toContain('125 are known')
    expect(short.history).toHaveLength(60)
  })

  test('lies between the lowest and the highest; the percentile counts the lower sessions', () => {
    const levels = [0.3, ...Array.from({ length: 125 }, (_, at) => 0.2 + (0.2 * at) / 124)]
    expect(rankOf(levels)).toMatchObject({ iv_rank: 0.5, iv_percentile: 0.496, iv_have: 126 })
  })

  test('by hand: sessions without an iv30 and those before a year count in neither', () => {
    // 0.26 today; 100 sessions at 0.2, 24 at 0.25, one at 0.5: (0.26 - 0.2) / (0.5 - 0.2), and 124 lower ones of 125.
    const own = [0.26, ...Array.from({ length: 100 }, () => 0.2), ...Array.from({ length: 24 }, () => 0.25), 0.5]
    const unknown = Array.from({ length: 126 }, () => null)
    const rows = [...own, ...unknown, 0.01].map((iv, at) => option(at, iv))
    const { latest } = optionsPanel({ ...UNKNOWN, options: rows }, 60)
    expect(latest).toMatchObject({ iv30: 0.26, iv_rank: 0.2, iv_percentile: 0.992, iv_have: 126, iv_need: 126 })
    // One session less, and the oldest row lies within the year: (0.26 - 0.01) / (0.5 - 0.01), and 124 lower ones of 125.
    const nearer = optionsPanel({ ...UNKNOWN, options: rows.toSpliced(5, 1) }, 60)
    expect(nearer.latest).toMatchObject({ iv_rank: 0.510204, iv_percentile: 0.992, iv_have: 126 })
  })

  test('is unknown in a year without a change, with that reason', () => {
    const flat = optionsPanel({ ...UNKNOWN, options: Array.from({ length: 130 }, (_, at) => option(at, 0.2)) }, 60)
    expect(flat.latest).toMatchObject({ iv_rank: null, iv_percentile: 0 })
    expect(flat.reasons['latest.iv_rank']).toBe('iv30 was the same on every session of its year')
  })

  test('velocity of open interest is the mean daily change of five sessions over the contracts before', () => {
    const rows = Array.from({ length: 7 }, (_, at) => option(at, 0.2))
    expect(optionsPanel({ ...UNKNOWN, options: rows }, 60).latest).toMatchObject({
      open_interest: 1_500,
      open_interest_change: 1,
      open_interest_velocity: Number((1 / 1_495).toPrecision(6)),
    })
  })

  test('a split into whole shares makes more contracts, which is no change of open interest', () => {
    const rows = Array.from({ length: 7 }, (_, at) => option(at, 0.2))
    // The sessions of the ex-date and after it have ten times as many contracts.
    const split = rows.map((each, at) => {
      const { call_open_interest: calls, put_open_interest: puts } = each.row
      return at > 2
        ? each
        : { ...each, row: { ...each.row, call_open_interest: 10 * calls, put_open_interest: 10 * puts } }
    })
    const [exDate, knownAt] = [rows[2]!.day, rows[2]!.knownAt]
    const of = (ratio: number, options = split) =>
      optionsPanel({ ...UNKNOWN, options, splits: [{ exDate, ratio, knownAt }] }, 60)
    const { history, latest, reasons } = of(10)
    expect(history.map((each) => each.open_interest_change).slice(0, 5)).toEqual([10, 10, 10, 1, 1])
    expect(latest!.open_interest_velocity).toBeCloseTo((10 + 10 + 10 + 1 + 1) / 5 / 14_950, 6)
    expect(Object.keys(reasons).filter((name) => name.includes('open_interest'))).toEqual([])
    // Three for two, and one for eight, give the old contracts another root.
    for (const ratio of [1.5, 1 / 8]) {
      const odd = of(ratio)
      expect(odd.history.map((each) => each.open_interest_change).slice(0, 4)).toEqual([10, 10, null, 1])
      expect(odd.latest!.open_interest_velocity).toBeNull()
      expect(odd.reasons['latest.open_interest_velocity']).toMatch(/^a split in a ratio that is not whole/)
      expect(odd.reasons['latest.open_interest_change']).toBeUndefined()
      expect(of(ratio, split.slice(2)).reasons['latest.open_interest_change']).toMatch(/^a split in a ratio/)
    }
  })

  test('a change of open interest is one of contracts that have not expired, and those that have are counted', () => {
    const rows = Array.from({ length: 7 }, (_, at) => option(at, 0.2))
    const latest = (expirations: OptionRow['expirations'], at = 1) => {
      const row = { ...rows[at]!.row, call_open_interest: 2_000, put_open_interest: 500, expirations }
      return optionsPanel({ ...UNKNOWN, options: rows.with(at, { ...rows[at]!, row }) }, 60)
    }
    const until = (expiration: TradingDay, open_interest: number) => ({ expiration, open_interest })
    const [now, before] = [rows[0]!.day, rows[1]!.day]
    // 1,500 are open, and 1,490 of the 2,500 before live on: 10 were added, where the totals differ by 1,000.
    const expired = latest([until(before, 1_010), until(now, 490), until(addDays(DAY, 50), 1_000)])
    expect(expired.latest).toMatchObject({ open_interest_change: 10, open_interest_expired: 1_010 })
    // The session before has 1,002 more than the one before it, and the others one more each.
    expect(expired.latest!.open_interest_velocity).toBeCloseTo((10 + 1_002 + 1 + 1 + 1) / 5 / 1_495, 6)
    // Ten for one on the newest day: both the living and the expired of the session before count ten each.
    const splits = [{ exDate: now, ratio: 10, knownAt: new Date('2026-01-02T12:00:00Z') }]
    const row = { ...rows[1]!.row, call_open_interest: 120, put_open_interest: 31, expirations: [until(before, 2)] }
    const splitDay = optionsPanel({ ...UNKNOWN, options: rows.with(1, { ...rows[1]!, row }), splits }, 60).latest!
    expect(splitDay).toMatchObject({ open_interest_change: 1_500 - 10 * 149, open_interest_expired: 20 })
    const untold = latest(undefined)
    expect(untold.latest).toMatchObject({ open_interest_change: null, open_interest_expired: null })
    expect(untold.latest!.open_interest_velocity).toBeNull()
    expect(untold.reasons).toMatchObject({
      'latest.open_interest_change': 'the session before was kept without its expirations',
      'latest.open_interest_expired': 'the session before was kept without its expirations',
      'latest.open_interest_velocity': 'needs 6 sessions with open interest by expiration',
    })
  })
})

describe('the reasons of an option panel', () => {
  const near = { expiration: addDays(DAY, 10), days: 10, atm_iv: 0.25, straddle: 4, implied_move: 5 }
  const far = { expiration: addDays(DAY, 100), days: 100, atm_iv: 0.3, straddle: 12, implied_move: 15 }
  const report = { day: addDays(DAY, 20), implied_move: 0.05, level_without: 0.3, how: null, reason: null }
  const panelOf = (change: Partial<OptionRow>) => {
    const rows = Array.from({ length: 126 }, (_, at) => option(at, 0.2 + at / 1_000, report))
    const [latest] = rows
    const newest = { ...latest!, row: { ...latest!.row, term: [near, far], ...change } }
    return optionsPanel({ ...UNKNOWN, options: rows.with(0, newest) }, 60)
  }

  test('volume and open interest are summed, with puts over calls where there are any', () => {
    expect(panelOf({}).latest).toMatchObject({ volume: 30, put_call_volume: 2, put_call_open_interest: 0.5 })
    const none = panelOf({ call_volume: 0, call_open_interest: 0 }).latest
    expect(none).toMatchObject({ volume: 20, put_call_volume: null, put_call_open_interest: null })
  })

  test('are none while every figure of the session is known', () => {
    const { latest, reasons } = panelOf({})
    expect(latest).toMatchObject({ atm_iv: 0.25, implied_move: 5, term_slope: 0.1, iv_rank: 0 })
    expect(reasons).toEqual({})
  })

  test.each<[string, Partial<OptionRow>, string]>([
    ['implied_move', { term: [{ ...near, implied_move: null }, far] }, 'no expiration a week away has a straddle'],
    ['atm_iv', { term: [{ ...near, atm_iv: null, implied_move: null }] }, 'no expiration a week away has a volatility'],
    ['term_slope', { term: [near] }, 'no expiration lies between 30 and 125 days'],
    ['next_report', { report: null }, 'the earnings calendar listed no report when this chain was quoted'],
  ])('say why %s is unknown', (member, change, reason) => {
    const { latest, reasons } = panelOf(change)
    expect(latest).toMatchObject({ [member]: null })
    expect(reasons).toMatchObject({ [`latest.${member}`]: reason })
  })
})
