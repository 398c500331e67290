import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { type AlertId, type AlertState, NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { Regime } from '../../shared/domain/contract/signals.ts'
import { regimeSeverity } from '../../shared/domain/regime-severity.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { AlertInputs } from './alert.ts'
import { alertRules } from './index.ts'
import { reduceAlert } from './reduce-alert.ts'

const cutoff = instantAt(tradingDay('2026-11-20'), '11:00')

function given(regime: Regime | null, silent: readonly string[]): AlertInputs {
  const missing = silent.map((source) => ({ source, reason: 'status 503' }))
  const inputs = marketInputs('2026-11-20', '11:00', { missing })
  return { ...inputs, regime: { regime, reason: 'too few pillars' }, gammaLevels: null }
}

const reduceOver = (id: AlertId, readings: readonly [at: string, inputs: AlertInputs][]) => {
  const rule = alertRules.find((each) => each.id === id)!
  let state: AlertState = NEVER_EVALUATED
  return readings.flatMap(([at, inputs]) => {
    const instant = new Date(at)
    const reduced = reduceAlert(rule, state, {
      at: instant,
      day: inputs.day,
      reading: rule.read({ ...inputs, cutoff: instant }),
    })
    state = reduced.state
    return reduced.events.map(({ type, at: when, message }) => `${type} ${when.toISOString()} ${message.slice(0, 40)}`)
  })
}

describe('REGIME_CHANGE', () => {
  const of = (regime: Regime | null) => given(regime, [])
  const rule = alertRules.find(({ id }) => id === 'REGIME_CHANGE')!
  const evaluation = (at: string, regime: Regime) => {
    const inputs = { ...of(regime), cutoff: new Date(at) }
    return { at: inputs.cutoff, day: inputs.day, reading: rule.read(inputs) }
  }
  it('fires once, and clears at the close after the day it fired', () => {
    const events = reduceOver('REGIME_CHANGE', [
      ['2026-11-18T15:00:00Z', of('CAUTIOUS')],
      ['2026-11-18T15:15:00Z', of('RISK-OFF')],
      ['2026-11-18T15:30:00Z', of('RISK-OFF')],
      ['2026-11-18T21:00:00Z', of('RISK-OFF')],
      ['2026-11-19T20:45:00Z', of('RISK-OFF')],
      ['2026-11-19T21:00:00Z', of('RISK-OFF')],
      ['2026-11-20T15:00:00Z', of('RISK-OFF')],
    ])
    expect(events.map((each) => each.slice(0, 29))).toEqual([
      'fired 2026-11-18T15:15:00.000',
      'cleared 2026-11-19T21:00:00.0',
    ])
  })
  it('names the regime before', () => {
    const first = reduceAlert(rule, NEVER_EVALUATED, evaluation('2026-11-18T15:00:00Z', 'CAUTIOUS'))
    const second = reduceAlert(rule, first.state, evaluation('2026-11-18T15:15:00Z', 'RISK-OFF'))
    expect(second.events[0]!.message).toMatch(/^The market regime is RISK-OFF, before it was CAUTIOUS \(/)
  })
  it.each([
    ['CAUTIOUS', 'TRANSITIONAL', 'warning'],
    ['CAUTIOUS', 'RISK-OFF', 'critical'],
    ['RISK-OFF', 'PANIC', 'critical'],
    ['PANIC', 'RISK-OFF', 'info'],
    ['CAUTIOUS', 'RISK-ON', 'info'],
  ] as const)('from %s to %s is %s, as in the log of transitions', (before, after, severity) => {
    const first = reduceAlert(rule, NEVER_EVALUATED, evaluation('2026-11-18T15:00:00Z', before))
    const second = reduceAlert(rule, first.state, evaluation('2026-11-18T15:15:00Z', after))
    expect(second.events).toMatchObject([{ type: 'fired', severity }])
    expect(regimeSeverity(before, after)).toBe(severity)
  })
  it('begins a new episode for a panic on top, but not for going to and fro', () => {
    const events = reduceOver('REGIME_CHANGE', [
      ['2026-11-18T15:00:00Z', of('CAUTIOUS')],
      ['2026-11-18T15:15:00Z', of('RISK-OFF')],
      ['2026-11-18T15:30:00Z', of('PANIC')],
      ['2026-11-18T15:45:00Z', of('RISK-OFF')],
      ['2026-11-18T16:00:00Z', of('PANIC')],
      ['2026-11-18T16:15:00Z', of(null)],
    ])
    expect(events.map((each) => each.slice(0, 25))).toEqual([
      'fired 2026-11-18T15:15:00',
      'cleared 2026-11-18T15:30:',
      'fired 2026-11-18T15:30:00',
    ])
  })
  it('counts the session after a weekend, and takes no regime for no change', () => {
    const events = reduceOver('REGIME_CHANGE', [
      ['2026-11-20T20:00:00Z', of('CAUTIOUS')],
      ['2026-11-20T20:15:00Z', of('TRANSITIONAL')],
      ['2026-11-21T20:15:00Z', of('TRANSITIONAL')],
      ['2026-11-23T15:15:00Z', of(null)],
      ['2026-11-23T21:00:00Z', of('TRANSITIONAL')],
    ])
    expect(events.map((each) => each.slice(0, 18))).toEqual(['fired 2026-11-20T2', 'cleared 2026-11-23'])
  })
})

describe('SOURCE_OUTAGE', () => {
  const at = (place: number) => new Date(cutoff.getTime() + place * 900_000)
  const eventsOf = (...cycles: (readonly string[])[]) =>
    reduceOver(
      'SOURCE_OUTAGE',
      cycles.map((sources, place) => [at(place).toISOString(), given('CAUTIOUS', sources)]),
    )
  it('fires and clears after two consecutive cycles', () => {
    expect(eventsOf([], ['fred'], ['market'], ['market'], [], ['fred'], [], [], [])).toEqual([
      `fired ${at(3).toISOString()} No usable value from market (status 503)`,
      `cleared ${at(7).toISOString()} Every source has delivered, in two conse`,
    ])
  })
  it('begins a new episode for a source that fails while another one is out, and once for each', () => {
    const [cot, both] = [['cot'], ['cot', 'market']]
    expect(eventsOf(cot, cot, both, cot, both, both, both, cot, cot, both, both)).toEqual([
      `fired ${at(1).toISOString()} No usable value from cot (status 503), i`,
      `cleared ${at(5).toISOString()} No usable value from cot (status 503), m`,
      `fired ${at(5).toISOString()} No usable value from cot (status 503), m`,
    ])
  })
  it('names the sources of two cycles, and the one that began a new episode', () => {
    const rule = alertRules.find(({ id }) => id === 'SOURCE_OUTAGE')!
    let state: AlertState = NEVER_EVALUATED
    const messages = [['cot'], ['cot', 'fred'], ['cot', 'fred']].flatMap((sources, place) => {
      const reading = rule.read({ ...given('CAUTIOUS', sources), cutoff: at(place) })
      const reduced = reduceAlert(rule, state, { at: at(place), reading })
      state = reduced.state
      return reduced.events.map(({ message }) => message.replace(/ \(as of [^)]*\)/, ''))
    })
    const missing = 'No usable value from cot (status 503), fred (status 503)'
    expect(messages).toEqual([
      `${missing}, cot in two consecutive cycles. Clears when every source has delivered in two consecutive cycles.`,
      `${missing}, and fred began a new episode.`,
      `${missing}, in two consecutive cycles. Clears when every source has delivered in two consecutive cycles.`,
    ])
  })
})
