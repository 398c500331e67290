import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { type ChainAnalysis, emptyGamma } from '../../shared/domain/contract/gamma.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { gammaDocument } from './gamma-document.ts'
import { moveAsOf } from './move-as-of.ts'

const [yesterday, friday, halfDay] = [tradingDay('2026-11-19'), tradingDay('2026-11-20'), tradingDay('2026-11-27')]
const { expected_move: none } = emptyGamma('nothing')
const move = { ...none, next_session: 6, rest_of_day: 4 }
const at = (cutoff: string, quoted: string, { day = friday, of = day, rest = 4 }: Wish = {}) => {
  const found = moveAsOf(
    { ...move, rest_of_day: rest },
    { quotedAt: instantAt(of, quoted), cutoff: instantAt(day, cutoff) },
  )
  return [found.rest_of_day, found.rest_of_day_reason]
}
interface Wish {
  day?: TradingDay
  of?: TradingDay
  rest?: number | null
}
const CLOSED = 'the market is closed, so that nothing is left of a session'

describe('the rest of the day', () => {
  it('is served while the market is open, to the last second of the session', () => {
    expect(at('10:00', '10:00')).toEqual([4, null])
    expect(at('15:59:59', '15:59:59')).toEqual([4, null])
  })

  it('is what is left at the cutoff: by the square root of the time left, not what the older quotes had', () => {
    expect(at('15:45', '15:30')).toEqual([expect.closeTo(4 * Math.sqrt(15 / 30), 5), null])
    expect(at('10:00', '09:45')).toEqual([expect.closeTo(4 * Math.sqrt(360 / 375), 5), null])
    expect(at('15:59:59', '15:44')).toEqual([expect.closeTo(4 * Math.sqrt(1 / 960), 5), null])
  })

  it('is null with its reason from the close on, though the quotes are from before it', () => {
    expect(at('16:00', '15:44')).toEqual([null, CLOSED])
    expect(at('16:15', '15:59')).toEqual([null, CLOSED])
    expect(at('13:00', '12:45', { day: halfDay })).toEqual([null, CLOSED])
    expect(at('12:59', '12:45', { day: halfDay })).toEqual([expect.closeTo(4 * Math.sqrt(1 / 15), 5), null])
  })

  it('is never that of a chain of the session before', () => {
    expect(at('09:40', '15:59', { of: yesterday })).toEqual([null, 'no option chain of today is known yet'])
    expect(at('09:20', '15:59', { of: yesterday })).toEqual([null, CLOSED])
  })

  it('states why there is none while the market is open', () => {
    const before = 'the quotes of the option chain are from before the open'
    expect(at('09:35', '09:20', { rest: null })).toEqual([null, before])
    expect(at('10:00', '09:45', { rest: null })).toEqual([null, 'no volatility at the money is known'])
  })

  it('is as of the cutoff in the snapshot and in the gamma document, while the analysis is unchanged', () => {
    const analysis = { ...emptyGamma('x'), expected_move: move } as unknown as ChainAnalysis
    const chain = {
      underlying: 'SPY',
      spot: 671,
      quotedAt: instantAt(friday, '15:59'),
      knownAt: instantAt(friday, '16:14'),
      source: 'options',
      netGamma: 4e9,
      callWall: 680,
      putWall: 660,
      contractsUsed: 10,
      contractsSkipped: 0,
      analysis,
    }
    const inputs = marketInputs('2026-11-20', '16:15', { chain })
    const after = { next_session: 6, rest_of_day: null, rest_of_day_reason: CLOSED }
    const { gamma_levels } = computeSnapshot(inputs, { cycleId: '2026-11-20T16:15', origin: 'scheduled' })
    expect(gamma_levels).toMatchObject({ status: 'ready', expected_move: after })
    expect(gammaDocument(inputs).expected_move).toMatchObject(after)
    expect(analysis.expected_move.rest_of_day).toBe(4)
  })
})
