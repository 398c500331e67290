import { describe, expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import {
  BASE_RATES_KEY,
  BaseRates,
  CALIBRATION_KEY,
  Calibration,
  SESSIONS_KEY,
} from '../../shared/domain/contract/base-rates.ts'
import { SessionTable } from '../../shared/domain/contract/condition.ts'
import {
  DRAWDOWN_RISK_HISTORY_KEY,
  DRAWDOWN_RISK_KEY,
  DrawdownRisk,
  DrawdownRiskHistory,
} from '../../shared/domain/contract/drawdown-risk.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { knownHistory } from '../history/known-history.ts'
import { replay } from '../history/replay.ts'
import { eveningDocuments } from './evening-documents.ts'

const values = longHistory('2010-01-04', '2013-12-31', 7)

function learned(day: TradingDay, observations: readonly Observation[] = values) {
  const cutoff = instantAt(day, '20:00')
  const known = [...knownHistory(observations)].map(
    ([id, points]) => [id, points.filter(({ knownAt }) => knownAt <= cutoff)] as const,
  )
  const documents = new Map(
    eveningDocuments({ cutoff, day, series: Object.fromEntries(known) }, []).map(({ key, value }) => [key, value]),
  )
  return {
    risk: DrawdownRisk.parse(documents.get(DRAWDOWN_RISK_KEY)),
    history: DrawdownRiskHistory.parse(documents.get(DRAWDOWN_RISK_HISTORY_KEY)),
    rates: BaseRates.parse(documents.get(BASE_RATES_KEY)),
    calibration: Calibration.parse(documents.get(CALIBRATION_KEY)),
    table: SessionTable.parse(documents.get(SESSIONS_KEY)),
  }
}

const days = learned(tradingDay('2013-12-31')).history.sessions
const composites = days.slice(300).filter(({ composite }) => composite !== null)
const byComposite = composites.toSorted((left, right) => left.composite! - right.composite!)
const calm = tradingDay(byComposite[0]!.trade_date)
const stressed = tradingDay(byComposite.at(-1)!.trade_date)

describe('two dates, one calm and one stressed', () => {
  const [quiet, loud] = [learned(calm), learned(stressed)]

  it('have opposite statements', () => {
    expect(quiet.risk).toMatchObject({ status: 'ready', band: 'low', trade_date: calm })
    expect(loud.risk).toMatchObject({ status: 'ready', band: 'high', trade_date: stressed })
    expect(quiet.risk.composite).toBeLessThan(20)
    expect(loud.risk.composite).toBeGreaterThan(80)
    expect(quiet.risk.drivers[0]!.stress!).toBeLessThan(loud.risk.drivers.at(-1)!.stress!)
    expect(quiet.risk.statement).not.toBe(loud.risk.statement)
    const near = new Set(quiet.rates.analogues.map(({ trade_date }) => trade_date))
    expect(loud.rates.analogues.filter(({ trade_date }) => near.has(trade_date))).toEqual([])
  })

  it('have statements about the past, with sample sizes and aged inputs', () => {
    for (const { risk, rates } of [quiet, loud]) {
      expect(risk.statement).toMatch(
        /^Of \d+ past sessions in this state \(composite .+, now .+; \d+ without overlap\), \d+ % were followed by/,
      )
      expect(rates.statement).toMatch(/^Of the 25 most similar past sessions .+; of all \d+ sessions, /)
      expect(risk.state!.effective_n).toBeLessThan(risk.state!.n)
      expect(risk.inputs.map(({ series }) => series)).toEqual(expect.arrayContaining(['spy_close', 'hy_oas']))
      expect(risk.inputs.find(({ series }) => series === 'hy_oas')).toMatchObject({ age_sessions: 1 })
      expect(risk.reliability!.table.reduce((sum, { n }) => sum + n, 0)).toBe(risk.reliability!.n)
    }
  })
})

it('the statement for a session never changes, and its outcome follows when it is over', () => {
  const then = learned(tradingDay('2012-11-01')).history.sessions
  const later = days.slice(0, then.length)
  const statementsOf = (all: typeof days) =>
    all.map(({ trade_date, composite, band, stated_rate }) => [trade_date, composite, band, stated_rate])
  expect(statementsOf(later)).toEqual(statementsOf(then))
  expect(then.slice(-20).every(({ matured, came }) => !matured && came === null)).toBe(true)
  expect(then.slice(0, -20).every(({ matured, came }) => matured && came !== null)).toBe(true)
  expect(later.every(({ matured }) => matured)).toBe(true)
})

it('analogues are at least ten sessions apart and older than the last twenty', () => {
  const { rates } = learned(stressed)
  const at = rates.analogues.map(({ trade_date }) => days.findIndex((each) => each.trade_date === trade_date))
  const today = days.findIndex(({ trade_date }) => trade_date === stressed)
  expect(at).toHaveLength(25)
  expect(Math.max(...at)).toBeLessThan(today - 20)
  const gaps = at.toSorted((left, right) => left - right).map((each, index, all) => each - (all[index - 1] ?? -10))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10)
  const distances = rates.analogues.map(({ distance }) => distance)
  expect(distances).toEqual(distances.toSorted((left, right) => left - right))
  expect(rates.horizons.every(({ analogues, unconditional }) => analogues.n === 25 && unconditional.n > 200)).toBe(true)
})

describe('with less', () => {
  it('goes on with five dimensions without dealer gamma, and states that', () => {
    const { risk } = learned(
      calm,
      values.filter(({ series }) => series !== 'gex_vendor'),
    )
    expect(risk).toMatchObject({ status: 'ready', band: 'low' })
    expect(risk.drivers.at(-1)).toMatchObject({ key: 'gamma', used: false, reason: 'no value of gex_own is known' })
  })

  it('leaves out a dimension with a short history instead of shortening the others', () => {
    const short = values.filter(({ series, day }) => series !== 'pct_above_50dma' || day >= '2013-01-02')
    const { risk } = learned(tradingDay('2013-11-01'), short)
    const breadth = risk.drivers.find(({ key }) => key === 'breadth')
    expect(breadth).toMatchObject({ used: false, value: expect.any(Number), reason: expect.stringContaining('half') })
    expect(risk.learned!.from < '2011-01-01').toBe(true)
  })

  it('is not ready before a year of history, and states how much it has and needs', () => {
    const { risk, rates, history, calibration, table } = learned(tradingDay('2010-11-01'))
    for (const document of [risk, rates, history, calibration]) {
      expect(document).toMatchObject({ status: 'not_ready', have: 0, need: 272, reason: expect.any(String) })
    }
    expect(risk).toMatchObject({ composite: null, band: null, statement: null })
    expect(table.days.length).toBeGreaterThan(200)
    expect(learned(tradingDay('2010-01-02'), []).risk.reason).toBe('no close of SPY is known yet')
  })
})

const WARM_UP = 270

it('the table of sessions agrees with the daily rows', () => {
  // The government was shut down in the autumn of 2013.
  const recent = values.filter(({ day }) => day >= '2012-09-04')
  const { table } = learned(tradingDay('2013-12-31'), recent)
  const rows = new Map([...replay(knownHistory(recent))].map(({ row }) => [row.tradeDate as string, row]))
  const columns = [
    ...(['vixTerm', 'skew', 'dix', 'dollar', 'oil', 'breakevens', 'breadth', 'aaii', 'cot'] as const),
    ...(['vixClose', 'spyClose', 'hyOas', 'yieldCurve', 'gex'] as const),
  ]
  for (const column of columns) {
    const metric = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const differ = table.days.slice(WARM_UP).filter((day, index) => {
      const stored = rows.get(day)![column]
      const value = table.metrics[metric]!.values[WARM_UP + index]
      return stored === null || value === null ? stored !== value : Math.abs(stored - value!) > 1e-6 * Math.abs(stored)
    })
    expect(differ, metric).toEqual([])
  }
})
