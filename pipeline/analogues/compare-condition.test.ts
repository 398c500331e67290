import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ConditionAnswer, ConditionBody, DATES_MAX, type SessionTable } from '../../shared/domain/contract/condition.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { compareCondition, emptyComparison } from './compare-condition.ts'

const day = (at: number) => addSessions(tradingDay('2020-01-02'), at).day

function table(vix: readonly (number | null)[], closes: readonly (number | null)[]): SessionTable {
  return {
    rules_version: '1',
    as_of: '2020-12-31T20:00:00-05:00',
    days: vix.map((_value, at) => day(at)),
    closes: [...closes],
    metrics: { vix_close: { series: 'vix_close', values: [...vix] } },
  }
}
const comparison = (value: number, horizon = 2) =>
  ConditionBody.parse({ conditions: [{ metric: 'vix_close', op: '>=', value }], horizon, drawdown_pct: 5 })

it('counts the outcomes after the condition and those of all sessions with a reading', () => {
  const answer = compareCondition(table([30, 10, null, 30, 10, 40], [100, 94, 100, 100, 90, 100]), comparison(30))
  expect(ConditionAnswer.parse(answer)).toMatchObject({
    sessions: 5,
    matching: 3,
    holds_now: true,
    from: day(0),
    to: day(5),
    reason: null,
    conditions: [{ metric: 'vix_close', sessions: 5, now: 40, holds_now: true }],
    when: { n: 2, effective_n: 2, drawdown: { rate: 1 }, up: { rate: 0 } },
    unconditional: { n: 3, effective_n: 2, drawdown: { rate: expect.closeTo(2 / 3, 6) } },
    dates: [day(5), day(3), day(0)],
  })
  expect(answer.statement).toBe(
    'Of 2 past sessions that met the condition (2 without overlap), 100 % were followed by a drawdown of 5 % or more within 2 sessions; of all 3 sessions of the same span, 67 %.',
  )
})

it('speaks of one session, and of a horizon of one, in the singular', () => {
  const { statement } = compareCondition(table([30, 10, 10, 10], [100, 94, 100, 100]), comparison(30, 1))
  expect(statement).toMatch(/^Of 1 past session that met the condition \(1 without overlap\), 100 % was followed by /)
  expect(statement).toContain(' within 1 session; of all 3 sessions ')
})

it('gives the reason when there is no rate', () => {
  const nothing = compareCondition(table([null, null], [100, 101]), comparison(30))
  expect(nothing).toMatchObject({ sessions: 0, reason: 'no session has a reading of every metric', holds_now: null })
  expect([nothing.from, nothing.to]).toEqual([null, null])
  expect(compareCondition(table([30, 30], [100, 101]), comparison(30)).reason).toBe(
    'the horizon of no session has passed yet',
  )
  expect(compareCondition(table([10, 10, 10], [100, 101, 102]), comparison(30))).toMatchObject({
    matching: 0,
    statement: null,
    reason: 'no session whose horizon has passed met the condition',
  })
  expect(compareCondition(table([], []), comparison(30))).toMatchObject({ sessions: 0, from: null, to: null })
  expect(ConditionAnswer.parse(emptyComparison(comparison(30), 'away'))).toMatchObject({ reason: 'away', when: null })
})

it('a condition holds at its value or beyond it, according to its operator', () => {
  const at = (op: '>=' | '>' | '<=' | '<', value: number) =>
    compareCondition(table([10, 20, 30], [100, 100, 100]), {
      ...comparison(value),
      conditions: [{ metric: 'vix_close', op, value }],
    }).dates
  expect(at('>=', 20)).toEqual([day(2), day(1)])
  expect(at('>', 20)).toEqual([day(2)])
  expect(at('<=', 20)).toEqual([day(1), day(0)])
  expect(at('<', 20)).toEqual([day(0)])
})

it('lists the newest dates only, and the newest first', () => {
  const many = DATES_MAX + 5
  const { dates, matching } = compareCondition(table(Array(many).fill(30), Array(many).fill(100)), comparison(30))
  expect([matching, dates.length, dates[0], dates.at(-1)]).toEqual([many, DATES_MAX, day(many - 1), day(5)])
})

it('a condition and its opposite split the sessions, and outcomes never look back', () => {
  const moves = fc.array(fc.tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: -6, max: 6 })), { minLength: 3 })
  fc.assert(
    fc.property(moves, fc.integer({ min: 5, max: 60 }), (steps, value) => {
      let close = 1_000
      const closes = steps.map(([, move]) => {
        close *= 1 + move / 100
        return close
      })
      const all = table(steps.map(([vix]) => vix), closes) // biome-ignore format: one line
      const above = compareCondition(all, comparison(value))
      const below = compareCondition(all, {
        ...comparison(value),
        conditions: [{ metric: 'vix_close', op: '<', value }],
      })
      expect(above.matching + below.matching).toBe(steps.length)
      expect(above.when!.n + below.when!.n).toBe(above.unconditional!.n)
      expect(above.unconditional).toEqual(below.unconditional)
      const other = { ...all, closes: closes.map((each, at) => (at < 2 ? each * 7 : each)) }
      expect(compareCondition(other, comparison(value)).dates).toEqual(above.dates)
    }),
  )
})

it('a session without a close of SPY is no outcome and lengthens no horizon', () => {
  const { when } = compareCondition(table([30, 10, 30, 10], [100, null, 90, 99]), comparison(30, 1))
  expect(when).toMatchObject({ n: 1, median_return_pct: 10, up: { rate: 1 } })
})
