import { describe, expect, it, test } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Space } from '../risk/fit.ts'
import type { StateHistory } from '../risk/state-history.ts'
import { ANALOGUES_MIN } from './nearest.ts'
import { type Claim, claimsOf, walkAnalogues } from './walk-analogues.ts'

const FIRST = tradingDay('2024-01-02')
const SESSIONS = 163
const days = Array.from({ length: SESSIONS }, (_, at) => addSessions(FIRST, at).day)

/** A history of one dimension, in whose space every session is a point on a line. */
function walked(values: Float64Array, claims: readonly Claim[], hasSpace = (_refit: number) => true) {
  const column = { dimension: { stress: 1, logarithmic: false }, series: 'vix_close', values }
  const state = { days, closes: days.map(() => 100), vix: values, columns: [column] } as unknown as StateHistory
  const space = { at: 0, axes: [{ column, sorted: values, mean: 0, deviation: 1 }], training: [] } as unknown as Space
  return walkAnalogues(state, claims, (refit) => (hasSpace(refit) ? space : null))
}
const same = () => new Float64Array(SESSIONS)
const claim = (of: (at: number) => number): Claim => ({
  key: 'x',
  sessions: 10,
  outcomes: Float64Array.from(days, (_day, at) => of(at)),
})

describe('statements from analogues', () => {
  it('are made every fifth session, from the first with ten analogues on', () => {
    // Equal sessions ten apart and older than the last twenty: the tenth is 90, known from 111 on.
    const { first, last, distances } = walked(same(), [])
    expect({ first, last }).toEqual({ first: 115, last: 160 })
    expect(distances).toHaveLength(10)
    expect(ANALOGUES_MIN).toBe(10)
  })

  it('are not made where no space is fitted', () => {
    expect(walked(same(), [], () => false)).toMatchObject({ first: null, last: null, distances: new Float64Array() })
  })

  it('have the mean distance of their analogues, which is kept in ascending order', () => {
    const values = same()
    values[115] = 3
    values[120] = 2
    expect([...walked(values, []).distances]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 2, 3])
  })

  it('state the share of their analogues, and that of all sessions whose outcome was known', () => {
    // Analogues of 115 are 0, 10 … 90, half of which came true; of the sessions until 105, only the first of each
    // twenty.
    const { calibration } = walked(same(), [claim((at) => (at > 115 ? Number.NaN : at % 20 === 0 ? 1 : 0))])
    const { reliability } = calibration[0]!
    expect(reliability).toMatchObject({ n: 1, brier: 0.25, table: [{ stated: 0.5, realised: 0, n: 1 }] })
    expect(reliability.baseBrier).toBeCloseTo((6 / 106) ** 2, 12)
  })

  it('are judged only where the outcome is known', () => {
    const known = (until: number) => walked(same(), [claim((at) => (at > until ? Number.NaN : 1))]).calibration[0]!
    expect([known(160), known(159), known(114)].map(({ reliability }) => reliability.n)).toEqual([10, 9, 0])
    expect(known(160).reliability).toMatchObject({ brier: 0, baseBrier: 0, verdict: 'insufficient_data' })
  })
})

test('the claims are a fall within twenty sessions, itself included, and a higher close after each horizon', () => {
  const closes = [100, 96, ...Array<number>(40).fill(96)]
  const claims = claimsOf({ closes } as unknown as StateHistory, 0.04)
  expect(claims.map(({ key, sessions }) => [key, sessions])).toEqual([
    ['drawdown_20', 20],
    ['up_5', 5],
    ['up_10', 10],
    ['up_20', 20],
  ])
  const halved = (fall: number) =>
    claimsOf({ closes: [100, ...Array<number>(40).fill(50)] } as never, fall)[0]!.outcomes[0]
  expect([halved(0.5), halved(0.501)]).toEqual([1, 0])
  const outcomesAt = (at: number) => claims.map(({ outcomes }) => outcomes[at])
  expect(outcomesAt(0)).toEqual([1, 0, 0, 0])
  // An unchanged close is not a higher one.
  expect(outcomesAt(1)).toEqual([0, 0, 0, 0])
  expect(outcomesAt(40)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
  const rising = claimsOf({ closes: closes.map((_close, at) => 100 + at) } as unknown as StateHistory, 0.04)
  expect(rising.map(({ outcomes }) => outcomes[0])).toEqual([0, 1, 1, 1])
})
