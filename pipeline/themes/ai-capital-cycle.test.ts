import { describe, expect, it } from 'vitest'
import { AI_BASKET, AiCapitalCycle } from '../../shared/domain/contract/ai-capital-cycle.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { aiCapitalCycle } from './ai-capital-cycle.ts'
import { changeOver, sessionReturns, sessionsOf } from './session-returns.ts'

const TODAY = tradingDay('2026-11-20')
const DAYS = sessionsBetween(tradingDay('2025-08-01'), TODAY)

/** Closes that grow by a fixed rate per session, with a swing so that no change is zero. */
const closes = (growth: number, swing = 0.01, days = DAYS) => ({
  days,
  closes: days.map((_, index) => 100 * Math.exp(growth * index) * (1 + swing * Math.sin(index / 3))),
})
const all = (growth: number, swing = 0.01) =>
  Object.fromEntries(AI_BASKET.map(({ symbol }) => [symbol, closes(growth, swing)]))
const market = (growth: number, over = {}) =>
  aiCapitalCycle({ spy: closes(0.0003), members: { ...all(growth), ...over }, today: TODAY })

describe('AI capital cycle', () => {
  it('reads two opposite markets as opposites', () => {
    const [boom, bust] = [market(0.003), market(-0.003)]
    for (const each of [boom, bust]) expect(() => AiCapitalCycle.parse(each)).not.toThrow()
    expect([boom.phase, bust.phase]).toEqual(['expansion', 'contraction'])
    expect(boom.strength!.sessions_60).toBeGreaterThan(10)
    expect(bust.strength!.sessions_60).toBeLessThan(-10)
    expect([boom.breadth!.above_50d_percent, bust.breadth!.above_50d_percent]).toEqual([100, 0])
    expect([boom.concentration!.names_gaining, bust.concentration!.names_gaining]).toEqual([AI_BASKET.length, 0])
  })

  it('calls it narrowing when a few names carry everything, and names them', () => {
    const leaders = { NVDA: closes(0.02), AVGO: closes(0.015), MU: closes(0.012) }
    const narrow = market(-0.001, leaders)
    expect(narrow.phase).toBe('narrowing')
    expect(narrow.concentration).toMatchObject({ top_3: ['NVDA', 'AVGO', 'MU'], names_gaining: 3, top_3_percent: 100 })
    expect(narrow.layers.find(({ layer }) => layer === 'chips')!.strength_60).toBeGreaterThan(0)
    expect(narrow.layers.find(({ layer }) => layer === 'clouds')!.strength_60).toBeLessThan(0)
  })

  it('gives no phase but a reason for too few names or sessions', () => {
    const few = Object.fromEntries(Object.entries(all(0.001)).slice(0, 9))
    expect(aiCapitalCycle({ spy: closes(0.0003), members: few, today: TODAY })).toMatchObject({
      phase: null,
      n: 0,
      reason: 'closes of 9 of 18 names are known, 10 are needed',
    })
    const short = closes(0.0003, 0.01, DAYS.slice(-60))
    expect(aiCapitalCycle({ spy: short, members: all(0.001), today: TODAY }).reason).toContain('60 sessions')
  })

  it('states the age of an old reading', () => {
    expect(aiCapitalCycle({ spy: closes(0.0003), members: all(0.001), today: tradingDay('2026-11-24') })).toMatchObject(
      {
        day: '2026-11-20',
        age_sessions: 2,
      },
    )
  })

  it('is a basket of equal parts, which gains the mean of the changes and not that of their logs', () => {
    const doubled = { days: DAYS.slice(0, 2), closes: [100, 200] }
    const halved = { days: DAYS.slice(0, 2), closes: [100, 50] }
    const basket = ['A', 'B'].map((symbol) => ({ symbol, layer: 'x', since: '2020-01-01' }))
    const sessions = sessionsOf(doubled, { A: doubled, B: halved }, basket)
    expect(Math.exp(sessionReturns(sessions, sessions.names)[0]!)).toBeCloseTo(1.25)
  })

  it('counts a name with one close missing in its average', () => {
    const days = DAYS.filter((_, index) => index !== DAYS.length - 30)
    const gap = { days, closes: days.map((_, index) => 100 + index) }
    expect(market(0.001, { META: gap }).breadth).toMatchObject({
      counted_50d: AI_BASKET.length,
      counted_200d: AI_BASKET.length,
    })
  })

  it('ignores closes before a name joins, and does not count a gap as a move', () => {
    const since = DAYS[100]!
    const sessions = sessionsOf(closes(0), { A: closes(0.01, 0), B: closes(-0.01, 0) }, [
      { symbol: 'A', layer: 'x', since: '2020-01-01' },
      { symbol: 'B', layer: 'x', since },
    ])
    const returns = sessionReturns(sessions, sessions.names)
    expect(returns).toHaveLength(sessions.days.length - 1)
    expect(returns[50]).toBeCloseTo(0.01)
    expect(returns[150]).toBeCloseTo(0)
    expect(changeOver([null, 100, 110], 1)).toBeCloseTo(10)
    expect(changeOver([null, 100, 110], 2)).toBeNull()
  })
})
