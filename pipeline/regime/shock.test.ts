import { describe, expect, it } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { foldRegimes, type PillarRow, standing } from './fold-regime.ts'
import type { PillarReadings } from './pillar-bands.ts'
import { isSameShock, type Shock } from './shock.ts'

const first = tradingDay('2026-11-02')
const on = (at: number) => addSessions(first, at).day
interface Levels {
  vix?: number
  oas?: number
  breadth?: number
  gamma?: number
  /** The session for which the spread was published, where it is not the close's own. */
  oasOn?: number
}
const row = ({ vix = 14, oas = 3, breadth = 65, gamma = 1, oasOn }: Levels, at: number): PillarRow => {
  const day = on(at)
  const pillars: PillarReadings = {
    volatility: { vix, usual: null, day },
    credit: { oas, widening: 0, peak: oas, day: oasOn === undefined ? day : on(oasOn) },
    breadth: { percentAbove50d: breadth, day },
    gamma: { gex: gamma * 1e9, relative: gamma, day },
  }
  return { day, pillars }
}
const served = (closes: Levels[]) => {
  const state = foldRegimes(closes.map(row))
  return state && standing(state)
}

describe('one close past a panic line', () => {
  it.each([
    ['volatility', { vix: 31 }],
    ['breadth', { breadth: 9 }],
    ['credit', { oas: 10.5 }],
  ] as [string, Levels][])('of %s means TRANSITIONAL that evening', (_, shock) =>
    expect(served([{}, {}, shock])).toEqual({ regime: 'TRANSITIONAL', since: on(2) }),
  )

  it('of dealer gamma does not', () => expect(served([{}, {}, { gamma: -1 }])?.regime).toBe('RISK-ON'))

  it('is left by two milder closes, not by one', () => {
    expect(served([{}, { vix: 31 }, {}])).toEqual({ regime: 'TRANSITIONAL', since: on(1) })
    expect(served([{}, { vix: 31 }, {}, {}])?.regime).toBe('RISK-ON')
    expect(served([{}, { vix: 31 }, {}, { vix: 26 }, {}])?.regime).toBe('TRANSITIONAL')
  })

  it('resets no count: the second such close confirms RISK-OFF', () =>
    expect(served([{}, { vix: 31 }, { vix: 31 }])).toEqual({ regime: 'RISK-OFF', since: on(2) }))

  it('keeps its day when closes confirm TRANSITIONAL', () =>
    expect(served([{}, { vix: 31 }, { vix: 26 }])).toEqual({ regime: 'TRANSITIONAL', since: on(1) }))

  it('of a spread is left by two newer spreads, not by one that is read twice', () => {
    const strike = [{ oasOn: 0 }, { oas: 10.5, oasOn: 1 }, { oasOn: 2 }]
    expect(served([...strike, { oasOn: 2 }, { oasOn: 2 }])).toEqual({ regime: 'TRANSITIONAL', since: on(1) })
    expect(served([...strike, { oasOn: 3 }])?.regime).toBe('RISK-ON')
  })

  it('lifts only', () =>
    expect(served([{}, { vix: 26, breadth: 20 }, { vix: 26, breadth: 20 }, { breadth: 9 }])?.regime).toBe('RISK-OFF'))

  it('counts a spread on the evening it is known, once', () => {
    const wide = { oas: 10.5, oasOn: 1 }
    expect(served([{}, { oasOn: 0 }, wide])).toEqual({ regime: 'TRANSITIONAL', since: on(2) })
    expect(served([{}, wide, { ...wide, vix: 14 }, wide, wide])).toEqual({ regime: 'TRANSITIONAL', since: on(1) })
  })
})

it('two shocks are the same when their closes and their pillars are', () => {
  const shock: Shock = { since: on(1), pillars: ['volatility'], anchor: {}, last: {}, closes: 0 }
  const others: Partial<Shock>[] = [
    { since: on(2) },
    { anchor: {} },
    { last: {} },
    { closes: 1 },
    { pillars: ['breadth'] },
    { pillars: ['volatility', 'breadth'] },
    { pillars: [] },
  ]
  expect(isSameShock(shock, { ...shock, pillars: ['volatility'] })).toBe(true)
  expect(others.filter((changes) => isSameShock(shock, { ...shock, ...changes }))).toEqual([])
  expect([isSameShock(null, null), isSameShock(shock, null), isSameShock(null, shock)]).toEqual([true, false, false])
})
