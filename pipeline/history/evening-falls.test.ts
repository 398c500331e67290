import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { walkFalls } from '../risk/falls.ts'
import { closesAndVix } from '../risk/state-history.ts'
import { eveningFalls } from './evening-falls.ts'
import { HISTORY_HEADER, historyLine } from './history-columns.ts'
import { eveningInputs, type HistoryValue, knownHistory } from './known-history.ts'
import { replay, sessionsOf } from './replay.ts'

const values = longHistory('2012-08-01', '2013-12-31', 1)
const history = knownHistory(values)
const sessions = sessionsOf(history)
const MIDDLE = 310
const day = sessions[MIDDLE]!

/** The lines of a replay of some values, as cells by column. */
const replayed = (all: Iterable<HistoryValue>): Record<string, string>[] =>
  parse([HISTORY_HEADER, ...[...replay(knownHistory(all))].map(historyLine)].join('\n'), { columns: true })

const plainLines = replayed(values)

const morningAfter = (session: number) => instantAt(sessions[session + 1]!, '09:00')

describe('the statements of an evening', () => {
  it('are those of the walk over all sessions', () => {
    const { days, closes, vix } = closesAndVix(Object.fromEntries(history))
    const { readings } = walkFalls({ closes, vix })
    const fallsAt = eveningFalls(history)
    for (const at of [100, 271, 272, 273, 330, days.length - 1]) {
      const { fall } = fallsAt(days[at]!)
      expect(fall && { rate: fall.rate, baseRate: fall.baseRate, band: fall.band }).toEqual(
        readings[at] && { rate: readings[at].rate, baseRate: readings[at].baseRate, band: readings[at].band },
      )
    }
  })

  it('put the close inside the band, the move inside its half, and the median below the one in five', () => {
    const lines = plainLines
    const ready = lines.filter(({ next_session_low }) => next_session_low !== '')
    expect(ready.length).toBeGreaterThan(90)
    for (const line of ready) {
      const { low, high } = { low: Number(line.next_session_low), high: Number(line.next_session_high) }
      const half = (100 * (high - low)) / (high + low)
      expect(Number(line.next_session_move)).toBeGreaterThan(0)
      expect(Number(line.next_session_move)).toBeLessThan(half)
      expect(Number(line.fall_median || 0)).toBeLessThanOrEqual(Number(line.fall_one_in_five || 0))
    }
    expect(lines[0]).toMatchObject({ fall_rate: '', fall_band: '', fall_median: '', next_session_move: '' })
    expect(lines.every(({ regime_reason }) => regime_reason !== '')).toBe(true)
  })

  it('read VIX9D where it exists', () => {
    const near = values.flatMap((each): HistoryValue[] =>
      each.series === 'vix_close'
        ? [each, { ...each, series: 'vix9d_close', value: each.day === day ? 80 : each.value }]
        : [each],
    )
    const [plain, shorter] = [eveningFalls(history)(day), eveningFalls(knownHistory(near))(day)]
    expect(shorter.fall).toEqual(plain.fall)
    expect(shorter.next!.movePct).toBeGreaterThan(2 * plain.next!.movePct)
  })
})

describe('a revision', () => {
  const original = values.find((each) => each.series === 'vix_close' && each.day === day)!
  const revised: HistoryValue[] = [...values, { ...original, value: 75, knownAt: morningAfter(MIDDLE + 2) }]

  it('changes no evening before it was known, and each one after', () => {
    const [before, after] = [plainLines, replayed(revised)]
    const known = MIDDLE + 3
    expect(after.slice(0, known)).toEqual(before.slice(0, known))
    // The session itself becomes an outcome twenty sessions later; its reading moves percentiles at once.
    expect(after.slice(known)).not.toEqual(before.slice(known))
    const counted = MIDDLE + 20
    expect(after.slice(known, counted).map(({ fall_rate }) => fall_rate)).toEqual(
      before.slice(known, counted).map(({ fall_rate }) => fall_rate),
    )
  })

  it('is what each evening after it reads, with the value before it kept', () => {
    const inputsAt = eveningInputs(knownHistory(revised))
    const pointOn = (on: TradingDay) => inputsAt(on).series.vix_close!.find((point) => point.day === day)!
    expect(pointOn(sessions[MIDDLE + 2]!)).toMatchObject({ value: original.value })
    expect(pointOn(sessions[MIDDLE + 2]!)).not.toHaveProperty('earlier')
    expect(pointOn(sessions[MIDDLE + 3]!)).toMatchObject({ value: 75, earlier: [{ value: original.value }] })
  })

  it('is the same whichever line comes first', () => {
    expect(knownHistory(revised.toReversed())).toEqual(knownHistory(revised))
  })
})

describe('a late value', () => {
  it('is absent on the evenings before it was known', () => {
    const late = (id: SeriesId) =>
      values.map(
        (each): HistoryValue =>
          each.series === id && each.day === day ? { ...each, knownAt: morningAfter(MIDDLE + 2) } : each,
      )
    const lateVix = eveningFalls(knownHistory(late('vix_close')))
    const before = sessions[MIDDLE - 1]!
    const vixBefore = values.find((each) => each.series === 'vix_close' && each.day === before)!.value
    expect(lateVix(day)).toMatchObject({ fall: { vix: vixBefore }, next: null })
    expect(eveningFalls(knownHistory(late('spy_close')))(day)).toEqual({ fall: null, next: null })
    const known = sessions[MIDDLE + 3]!
    expect(lateVix(known)).toEqual(eveningFalls(history)(known))
  })
})
