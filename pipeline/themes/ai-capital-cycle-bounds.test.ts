import { describe, expect, it } from 'vitest'
import { AI_BASKET } from '../../shared/domain/contract/ai-capital-cycle.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { aiCapitalCycle } from './ai-capital-cycle.ts'
import { sessionReturns, sessionsOf } from './session-returns.ts'

const TODAY = tradingDay('2026-11-20')
/** Ten names, the fewest that count: four of chips, three of their equipment, three of networks. */
const TEN = AI_BASKET.slice(0, 10).map(({ symbol }) => symbol)

const lastSessions = (count: number) => sessionsBetween(addSessions(TODAY, 1 - count).day, TODAY)
/** Closes of 100 that are multiplied at sessions counted from the newest, which is 1. */
function stepped(count: number, steps: Readonly<Record<number, number>> = {}) {
  const days = lastSessions(count)
  let close = 100
  return {
    days,
    closes: days.map((_, at) => {
      close *= steps[count - at] ?? 1
      return close
    }),
  }
}
type Row = ReturnType<typeof stepped>

const reading = (spy: Row, closesOf: (symbol: string, place: number) => Row, symbols: readonly string[] = TEN) =>
  aiCapitalCycle({
    spy,
    members: Object.fromEntries(symbols.map((symbol, at) => [symbol, closesOf(symbol, at)])),
    today: TODAY,
  })

describe('strength against SPY', () => {
  it('counts the moves of exactly the last 20, 60 and 120 sessions', () => {
    const inside = reading(stepped(122, { 20: 1.05 }), () => stepped(122, { 20: 1.1, 60: 1.2, 120: 1.5 }))
    expect(inside.strength).toMatchObject({ sessions_20: 5, sessions_60: 27, sessions_120: 93 })
    const outside = reading(stepped(122, { 21: 1.05 }), () => stepped(122, { 21: 1.1, 61: 1.2, 121: 1.5 }))
    expect(outside.strength).toMatchObject({ sessions_20: 0, sessions_60: 5, sessions_120: 27 })
  })

  it('needs 61 sessions, and 121 for the longest window', () => {
    expect(reading(stepped(61), () => stepped(61)).strength).toEqual({
      sessions_20: 0,
      sessions_60: 0,
      sessions_120: null,
      percentile_60: 100,
      n: 1,
    })
    expect(reading(stepped(120), () => stepped(120)).strength!.sessions_120).toBeNull()
    expect(reading(stepped(121), () => stepped(121)).strength!.sessions_120).toBe(0)
  })

  it('is ranked among all windows of 60 sessions', () => {
    const best = reading(stepped(62), () => stepped(62, { 1: 1.1 }))
    expect(best.strength).toMatchObject({ percentile_60: 100, n: 2 })
    const worst = reading(stepped(62), () => stepped(62, { 1: 0.9 }))
    expect(worst.strength).toMatchObject({ percentile_60: 50, n: 2 })
  })
})

/** Ten names, so many of which end above their average of 50 closes, and SPY ends higher or lower than all of them. */
const phased = (above: number, spy: number) =>
  reading(stepped(61, { 1: spy }), (_, place) => stepped(61, { 1: place < above ? 1.1 : 0.9 }))

describe('phase', () => {
  it.each([
    [6, 0.5, 'expansion'],
    [5, 0.5, 'narrowing'],
    [4, 2, 'repair'],
    [3, 2, 'contraction'],
  ] as const)('%i of ten names above their average and SPY times %d is %s', (above, spy, phase) => {
    expect(phased(above, spy).phase).toBe(phase)
  })

  it('is not ahead at exactly the change of SPY', () => {
    expect(reading(stepped(61), () => stepped(61)).phase).toBe('contraction')
  })

  it('is said with the points on either side', () => {
    // Six of ten gain a tenth and four lose one, which is 2 %.
    expect(phased(6, 0.5).sentence).toBe(
      'expansion: over 60 sessions to 2026-11-20 the basket is 52.0 points ahead of SPY, and 60 % of its names are above their 50-day average.',
    )
    expect(phased(4, 2).sentence).toContain('the basket is 102.0 points behind SPY, and 40 %')
    expect(reading(stepped(61), () => stepped(61)).sentence).toContain('the basket is level with SPY, and 0 %')
  })
})

it('breadth counts a name with enough closes, and not one at its average', () => {
  const share = (count: number, step: number) => reading(stepped(count), () => stepped(count, { 1: step })).breadth
  expect(share(199, 1.1)).toEqual({
    above_50d_percent: 100,
    above_200d_percent: null,
    counted_50d: 10,
    counted_200d: 0,
  })
  expect(share(200, 1.1)).toMatchObject({ above_200d_percent: 100, counted_200d: 10 })
  expect(share(200, 1)).toMatchObject({ above_50d_percent: 0, above_200d_percent: 0 })
})

it('concentration is the part of the three best in the gains of all that gained', () => {
  const gains = [1.1, 1.4, 1.2, 1.3, 1, 0.5]
  const uneven = reading(stepped(61), (_, place) => stepped(61, { 60: gains[place] ?? 1 }))
  expect(uneven.concentration).toEqual({ top_3_percent: 90, top_3: ['AVGO', 'MU', 'AMD'], names_gaining: 4 })
  const none = reading(stepped(61), () => stepped(61))
  expect(none.concentration).toEqual({ top_3_percent: null, top_3: [], names_gaining: 0 })
})

describe('volatility', () => {
  const swinging = (size: number, from: number) =>
    stepped(
      61,
      Object.fromEntries(
        Array.from({ length: from }, (_, at) => [at + 1, Math.exp(at % 2 === 0 ? size : -size)] as const),
      ),
    )

  it('is the annualised deviation of the last 20 sessions, with that of SPY over the same sessions', () => {
    // Ten moves of 1 % each way: a hundredth times the root of 20/19, over 252 sessions a year.
    expect(reading(swinging(0.005, 60), () => swinging(0.01, 60)).volatility).toEqual({
      annualised_percent: Number(Math.sqrt((252 * 20) / 19).toPrecision(8)),
      ratio_to_spy: 2,
      percentile: expect.any(Number),
      n: 41,
    })
  })

  it('is ranked among its own windows, and has no ratio to a SPY that did not move', () => {
    expect(reading(stepped(61), () => swinging(0.01, 20)).volatility).toMatchObject({
      ratio_to_spy: null,
      percentile: 100,
    })
    const calm = reading(stepped(61), () => stepped(61, { 21: 1.1 })).volatility
    // 20 windows before the move and the one after it are flat; the other 20 are not.
    expect(calm).toMatchObject({ annualised_percent: 0, percentile: Math.round((1000 * 21) / 41) / 10 })
  })
})

it('a layer is the mean of its names with a close on the last session', () => {
  const steps: Record<string, number> = { NVDA: 1.4, AVGO: 1, AMD: 1.2, MU: 1, AMAT: 0.9, LRCX: 0.9, KLAC: 0.9 }
  const { layers, basket, n } = reading(stepped(61, { 60: 1.05 }), (symbol) => stepped(61, { 60: steps[symbol] ?? 1 }))
  expect(layers).toEqual([
    { layer: 'chips', strength_60: 10, n: 4, of: 4 },
    { layer: 'chip equipment', strength_60: -15, n: 3, of: 3 },
    { layer: 'networks and servers', strength_60: -5, n: 3, of: 3 },
    { layer: 'clouds', strength_60: null, n: 0, of: 5 },
    { layer: 'power', strength_60: null, n: 0, of: 3 },
  ])
  const changeOf = (symbol: string) => basket.find((each) => each.symbol === symbol)!.change_60_percent
  expect(['NVDA', 'AVGO', 'KLAC', 'MSFT'].map(changeOf)).toEqual([40, 0, -10, null])
  expect(n).toBe(10)
})

it('gives a reason below 61 sessions, and for names without a close on the last one', () => {
  expect(reading(stepped(60), () => stepped(60)).reason).toBe('60 sessions of closes are known, 61 are needed')
  const withoutLast = { days: lastSessions(61).slice(0, -1), closes: Array(60).fill(100) }
  expect(reading(stepped(61), (_, place) => (place === 0 ? withoutLast : stepped(61))).reason).toBe(
    'closes of 9 of 18 names are known, 10 are needed',
  )
})

it('a name without a close counts in neither of the two neighbouring sessions', () => {
  const days = lastSessions(3)
  const basket = ['A', 'B', 'C'].map((symbol) => ({ symbol, layer: 'x', since: '2020-01-01' }))
  const whole = { days, closes: [100, 110, 121] }
  const gap = { days: [days[0]!, days[2]!], closes: [100, 300] }
  const late = { days: [days[2]!], closes: [50] }
  const sessions = sessionsOf({ days, closes: [1, 2, 8] }, { A: whole, B: gap, C: late }, basket)
  expect(sessions.spyReturns).toEqual([Math.log(2), Math.log(4)])
  expect(sessionReturns(sessions, sessions.names).map((each) => Math.exp(each))).toEqual([
    expect.closeTo(1.1, 10),
    expect.closeTo(1.1, 10),
  ])
  // Sessions on which no name has a close do not count, and unknown names have none.
  const sparse = sessionsOf({ days, closes: [1, 2, 8] }, { B: gap }, [...basket, { ...basket[0]!, symbol: 'D' }])
  expect(sparse.days).toEqual([days[0], days[2]])
  expect(sparse.spyReturns).toEqual([Math.log(8)])
})
