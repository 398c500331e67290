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
  type RiskSession,
} from '../../shared/domain/contract/drawdown-risk.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { knownHistory } from '../history/known-history.ts'
import { replay } from '../history/replay.ts'
import { stateHistory } from '../risk/state-history.ts'
import { baseRates, calibration } from './base-rates.ts'
import { eveningDocuments } from './evening-documents.ts'
import { claimsOf, walkAnalogues } from './walk-analogues.ts'

const values = longHistory('2010-01-04', '2013-12-31', 1)

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
const complete = days.slice(300).filter(({ composite, stated_rate }) => composite !== null && stated_rate !== null)
const byRatio = complete.toSorted((left, right) => ratioOf(left) - ratioOf(right))
const calm = tradingDay(byRatio[0]!.trade_date)
const stressed = tradingDay(byRatio.at(-1)!.trade_date)

function ratioOf({ stated_rate, base_rate }: RiskSession): number {
  return stated_rate! / base_rate!
}

describe('two dates, one calm and one stressed', () => {
  const [quiet, loud] = [learned(calm), learned(stressed)]

  it('have opposite statements', () => {
    expect(quiet.risk).toMatchObject({ status: 'ready', band: 'low', trade_date: calm })
    expect(loud.risk).toMatchObject({ status: 'ready', band: 'high', trade_date: stressed })
    expect(quiet.risk.composite).toBeLessThan(40)
    expect(loud.risk.composite).toBeGreaterThan(60)
    expect(quiet.risk.drivers[0]!.stress!).toBeLessThan(loud.risk.drivers.at(-1)!.stress!)
    expect(quiet.risk.statement).not.toBe(loud.risk.statement)
    const near = new Set(quiet.rates.analogues.map(({ trade_date }) => trade_date))
    expect(loud.rates.analogues.filter(({ trade_date }) => near.has(trade_date))).toEqual([])
  })

  it('have statements about the past, with sample sizes and aged inputs', () => {
    for (const { risk, rates } of [quiet, loud]) {
      expect(risk.statement).toMatch(
        /^VIX closed at \d+\.\d\d on \d{4}-\d\d-\d\d\. Scaled to this VIX, \d+ % of past sessions were followed by/,
      )
      expect(rates.statement).toMatch(
        /^Of the 25 most similar past sessions .+, compared with all \d+ sessions since \d{4}-\d\d-\d\d: /,
      )
      expect(rates.statement!.match(/have not been better than the base rate|is no evidence/g)?.length).toBe(
        rates.claims.filter(({ claim, verdict }) => /_20$/.test(claim) && verdict !== 'better').length || undefined,
      )
      expect(risk.state!.effective_n).toBeLessThan(risk.state!.n)
      expect(risk.states.reduce((sum, { n }) => sum + n, 0)).toBe(risk.base_rate!.n)
      const row = days.findIndex(({ trade_date }) => trade_date === risk.trade_date)
      expect(risk.base_rate).toMatchObject({ from: days[0]!.trade_date, to: days[row - 20]!.trade_date, n: row - 19 })
      expect(risk.states.reduce((sum, each) => sum + each.effective_n, 0)).toBe(risk.base_rate!.effective_n)
      expect(risk.states.find(({ band }) => band === risk.band)!.from).toBe(risk.state!.from)
      expect(risk.states.map(({ band }) => band)).toEqual(['low', 'elevated', 'high'])
      expect(risk.states.map(({ from }) => from)).toEqual([0, risk.states[0]!.to, risk.states[1]!.to])
      expect(risk.states[2]!.to).toBeNull()
      expect(risk.rivals!.rivals.length).toBeGreaterThan(4)
      expect(risk.inputs.map(({ series }) => series)).toEqual(expect.arrayContaining(['spy_close', 'hy_oas']))
      expect(risk.inputs.find(({ series }) => series === 'hy_oas')).toMatchObject({ age_sessions: 1 })
      expect(risk.reliability!.table.reduce((sum, { n }) => sum + n, 0)).toBe(risk.reliability!.n)
    }
  })
})

it('there is one base rate: the statement, its history and "all sessions" in the analogues show the same', () => {
  for (const day of [calm, stressed]) {
    const { risk, rates, history } = learned(day)
    const { rate, n } = risk.base_rate!
    const beside = rates.horizons.find(({ sessions }) => sessions === 20)!.unconditional
    expect({ rate: beside.drawdown.rate, n: beside.n }).toEqual({ rate, n })
    expect(risk.sizes.find(({ drawdown_pct }) => drawdown_pct === 4)).toEqual({
      drawdown_pct: 4,
      rate: risk.state!.rate,
      base_rate: rate,
    })
    expect(history.sessions.at(-1)).toMatchObject({ stated_rate: risk.state!.rate, base_rate: rate, band: risk.band })
  }
})

it.each(['same', 'worse'] as const)(
  'a claim judged %s against the base rate says so, and is no evidence if it is worse',
  (judged) => {
    const cutoff = instantAt(stressed, '20:00')
    const inputs = { cutoff, day: stressed, series: Object.fromEntries(knownHistory(values)) }
    const state = stateHistory(inputs)
    const walk = walkAnalogues(state, claimsOf(state, 0.04))
    const marked = walk.calibration.map((each) => ({ ...each, reliability: { ...each.reliability, verdict: judged } }))
    const rates = baseRates(inputs, state, { ...walk, calibration: marked })
    const calibrated = calibration(inputs, state, { ...walk, calibration: marked })
    expect(rates.claims.map(({ claim }) => claim)).toEqual(['drawdown_20', 'up_5', 'up_10', 'up_20'])
    for (const [at, { claim, verdict, is_evidence, reason }] of rates.claims.entries()) {
      expect(is_evidence).toBe(verdict !== 'worse')
      expect(verdict).toBe(judged)
      expect(calibrated.claims[at]!.reliability).toMatchObject({ verdict, reason })
      if (!['drawdown_20', 'up_20'].includes(claim)) continue
      expect(
        rates.statement!.includes(
          `${claim === 'up_20' ? 'higher close after 20 sessions' : 'within 20 sessions'} is no evidence`,
        ),
      ).toBe(verdict === 'worse')
    }
  },
)

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
  it('continues with five dimensions without dealer gamma, and states that', () => {
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
    expect(risk.base_rate!.from < '2011-01-01').toBe(true)
  })

  it('shows the live credit spread as not validated, and lets it decide nothing', () => {
    const baa = (factor: number) =>
      values.flatMap((each) =>
        each.series === 'hy_oas' ? [{ ...each, series: 'baa10y' as const, value: factor * each.value }] : [each],
      )
    const [one, other] = [1, 3].map((factor) => learned(stressed, baa(factor)))
    for (const key of ['credit', 'credit_change']) {
      expect(one!.risk.drivers.find((each) => each.key === key)).toMatchObject({
        series: 'baa10y',
        validated: false,
        used: false,
        value: expect.any(Number),
        reason: expect.stringMatching(/^baa10y is not validated/),
      })
    }
    expect(other!.risk.composite).toBe(one!.risk.composite)
    expect(other!.rates.analogues).toEqual(one!.rates.analogues)
  })

  it('is not ready before a year of history, and states how much it has and needs', () => {
    const { risk, rates, history, calibration, table } = learned(tradingDay('2010-11-01'))
    for (const document of [rates, calibration]) {
      expect(document).toMatchObject({ status: 'not_ready', have: 0, need: 272, reason: expect.any(String) })
    }
    for (const document of [risk, history]) {
      expect(document).toMatchObject({ status: 'not_ready', have: 190, need: 252 })
      expect(document.reason).toMatch(
        /^252 past sessions with SPY, VIX and the 20 sessions after them are needed, 190 are known$/,
      )
    }
    expect(risk).toMatchObject({ composite: null, band: null, statement: null })
    expect(table.days.length).toBeGreaterThan(200)
    expect(learned(tradingDay('2010-01-02'), []).risk.reason).toBe('no close of SPY is known yet')
  })

  it('says that VIX is missing, not the past, however long VIX has been missing', () => {
    const withoutVix = values.filter(({ series, day }) => series !== 'vix_close' || day < '2013-06-01')
    for (const evening of ['2013-06-10', '2013-12-31']) {
      const { risk } = learned(tradingDay(evening), withoutVix)
      expect(risk).toMatchObject({ status: 'not_ready', reason: `no close of VIX is recent enough for ${evening}` })
    }
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

it('the positioning report before the shutdown of 2025 is read for the 57 days until the next one', () => {
  const { table } = learned(tradingDay('2025-11-20'), longHistory('2024-11-01', '2025-11-20', 1))
  const on = (day: string) => table.metrics.cot?.values[table.days.indexOf(tradingDay(day))]
  expect(on('2025-11-18')).toBe(on('2025-10-01'))
  expect(on('2025-11-18')).toEqual(expect.any(Number))
  expect(on('2025-11-19')).not.toBe(on('2025-11-18'))
})
