import { describe, expect, test } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { CEILING, type Verdict } from '../ai-read/verdict.ts'
import { publishedAt } from '../sources/publication-lag.ts'
import { eveningVerdicts } from './evening-verdicts.ts'
import { knownHistory } from './known-history.ts'
import { replay } from './replay.ts'

const values = longHistory('2013-06-03', '2015-07-15', 7)
const verdicts = (given: readonly Observation[], from: string, to: string) => [
  ...eveningVerdicts(knownHistory(given), { from: tradingDay(from), to: tradingDay(to) }),
]
const [FROM, TO] = ['2015-06-01', '2015-06-12'] as const
const evenings = verdicts(values, FROM, TO)
const days = [...replay(knownHistory(values))]
function each(check: (verdict: Verdict) => void): void {
  for (const { verdict } of evenings) check(verdict)
}

describe('a verdict of an evening', () => {
  test('is the same when the future is deleted or poisoned', () => {
    const evening = new Date('2015-06-12T20:00:00-04:00')
    const isKnown = ({ series, day }: Observation) => publishedAt(series, day) <= evening
    expect(verdicts(values.filter(isKnown), FROM, TO)).toEqual(evenings)
    const poisoned = values.map((value) => (isKnown(value) ? value : { ...value, value: value.value * 3 }))
    expect(verdicts(poisoned, FROM, TO)).toEqual(evenings)
  })

  test('is written at 20:00 Eastern, by code, and has no direction', () => {
    expect(evenings[0]).toMatchObject({
      date: '2015-06-01',
      verdict: { whats_happening: { writer: 'deterministic', written_at: '2015-06-01T20:00:00-04:00' } },
    })
    each((verdict) => {
      expect(Object.keys(verdict)).toEqual([
        'risk',
        'magnitude',
        'regime',
        'downturn_read',
        'what_flips_it',
        'whats_happening',
        'likelihood',
        'uncertainty_note',
      ])
      expect(verdict.uncertainty_note.endsWith(CEILING)).toBe(true)
      expect(verdict.downturn_read.graded).toBe(false)
    })
  })

  test('passes the engine’s own statements through', () => {
    const own = days.filter(({ row }) => row.tradeDate >= FROM && row.tradeDate <= TO)
    for (const [index, { row, falls }] of own.entries()) {
      const { risk, regime, downturn_read: downturn } = evenings[index]!.verdict
      expect(regime.label).toBe(row.regime)
      expect([risk.band, risk.rate]).toEqual([falls.fall!.band, expect.closeTo(falls.fall!.rate, 6)])
      expect(risk.base_rate).toBeCloseTo(falls.fall!.baseRate, 6)
      expect(downturn.label).toBe({ low: 'quiet', elevated: 'tightening', high: 'deteriorating' }[falls.fall!.band])
    }
  })

  test('states three probabilities of size that sum to one, and names the likeliest, uncalibrated', () => {
    each(({ magnitude }) => {
      const { p_small: small, p_normal: normal, p_big: big } = magnitude
      expect(small! + normal! + big!).toBeCloseTo(1, 6)
      expect(magnitude[`p_${magnitude.class!}`]).toBe(Math.max(small!, normal!, big!))
      expect(magnitude.calibrated).toBe(false)
    })
  })

  test('names at most three lines that are not crossed, each with what it does to risk', () => {
    each(({ what_flips_it: lines }) => {
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const { text, risk } of lines) {
        expect(['risk-up', 'risk-down']).toContain(risk)
        expect(text).toMatch(/, last [\d.]+ \(\w{3} \d+ \w{3} \d{4}, \d\d:\d\d ET\)$/)
      }
    })
    expect(evenings.some(({ verdict }) => verdict.what_flips_it.length > 0)).toBe(true)
  })

  test('counts the sessions of a regime', () => {
    const at = days.findIndex(({ row }) => row.tradeDate === evenings.at(-1)!.date)
    let count = 0
    while (days[at - count]?.row.regime === days[at]!.row.regime) count++
    expect(evenings.at(-1)!.verdict.regime.days).toBe(count)
  })
})

test('an unknown value is null with the reason', () => {
  const [first] = verdicts(values, '2013-06-04', '2013-06-04')
  expect(first!.verdict).toMatchObject({
    risk: { band: null, rate: null, sentence: 'Too few past sessions are known to state how often falls followed.' },
    magnitude: { class: null, p_big: null, reason: expect.stringMatching(/of 252 moves are known/) },
    downturn_read: { label: null },
    likelihood: { n: 0, rate: null, sentence: 'Fewer than 10 past sessions are known in a like state.' },
  })
  const late = values.filter(({ series, day }) => series !== 'spy_close' || day !== '2015-06-12')
  expect(verdicts(late, '2015-06-12', '2015-06-12')[0]!.verdict.risk.sentence).toBe(
    'No close of SPY of the day is known.',
  )
  const withoutVix = values.filter(({ series, day }) => series !== 'vix_close' || day <= '2015-06-08')
  const sentences = verdicts(withoutVix, '2015-06-11', '2015-06-12').map(({ verdict }) => verdict.risk.sentence)
  expect(sentences).toEqual([
    expect.stringContaining(' on 2015-06-08. Scaled to this VIX, '),
    'No close of VIX is recent enough to state how often falls followed.',
  ])
})
