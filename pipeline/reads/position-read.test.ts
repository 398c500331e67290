import { describe, expect, it } from 'vitest'
import { CALM_DAY, STRESSED_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { ALERT_IDS, type Alert, type AlertId } from '../../shared/domain/contract/alert.ts'
import { PositionRead } from '../../shared/domain/contract/position-read.ts'
import { SECTORS } from '../../shared/domain/market/index-member.ts'
import { ETFS, INDICES } from '../../shared/domain/market/tradeable.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { exposuresOf, sectorOf } from './position-exposures.ts'
import { type Position, positionRead } from './position-read.ts'

const CYCLE = { cycleId: '2026-11-20T10:00', origin: 'scheduled' } as const
const calm = { snapshot: computeSnapshot(CALM_DAY, CYCLE), alerts: [] }
const STRESS: readonly AlertId[] = ['VIX_PANIC', 'HY_OAS_WIDENING', 'GEX_NEGATIVE', 'DOLLAR_SURGE', 'WTI_SHOCK']
const stressed = { snapshot: computeSnapshot(STRESSED_DAY, CYCLE), alerts: STRESS.map((id) => alert(id)) }

function alert(alertId: AlertId, change: number | null = -12): Alert {
  return {
    id: 1,
    alert_id: alertId,
    custom: null,
    severity: 'critical',
    message: `${alertId} fired`,
    fired_at: '2026-11-20T10:00:00-05:00',
    state: 'active',
    cleared_at: null,
    cleared_message: null,
    origin: 'scheduled',
    input_missing: null,
    evidence: {
      value: 1,
      unit: '',
      threshold: 1,
      clears_at: 0,
      change,
      change_sessions: 5,
      observed_at: '2026-11-20T10:00:00-05:00',
      inputs: [],
      rules_version: '1',
    },
    state_ref: null,
  }
}

const position = (changes: Partial<Position> = {}): Position => ({
  symbol: 'SPY',
  name: null,
  kind: 'etf',
  sector: null,
  side: 'long',
  type: null,
  ...changes,
})
const effects = (read: PositionRead) => Object.fromEntries(read.alerts.map((each) => [each.alert_id, each.effect]))

describe('positionRead', () => {
  it('claims neither a direction nor the size of moves for alerts that tell of a state', () => {
    const states: readonly AlertId[] = ['CURVE_INVERSION', 'DIX_EXTREME', 'REGIME_CHANGE']
    const { alerts } = positionRead(position(), { ...calm, alerts: states.map((id) => alert(id)) })
    expect(alerts.map(({ effect }) => effect)).toEqual(['unclear', 'unclear', 'unclear'])
    for (const { reason } of alerts) expect(reason).toMatch(/The alert reports a state and names no direction\.$/)
  })

  it('lists little on a calm day and much on a stressed one, each with a reason', () => {
    const quiet = positionRead(position(), calm)
    const loud = positionRead(position(), stressed)
    for (const each of [quiet, loud]) expect(() => PositionRead.parse(each)).not.toThrow()
    expect(quiet.against).toBe(0)
    expect(quiet.alerts).toEqual([])
    expect(loud.against).toBeGreaterThanOrEqual(4)
    expect(loud.for).toBe(0)
    expect(loud.implications.map(({ category }) => category)).toEqual(expect.arrayContaining(['volatility', 'credit']))
    for (const each of [...loud.alerts, ...loud.implications]) expect(each.reason).toContain('long SPY')
  })

  it('turns every direction around for the other side, and for a put', () => {
    const long = positionRead(position(), stressed)
    const turned = positionRead(position({ side: 'short' }), stressed)
    expect([turned.for, turned.against]).toEqual([long.against, long.for])
    const credit = (changes: Partial<Position>) => effects(positionRead(position(changes), stressed)).HY_OAS_WIDENING
    expect(credit({ side: 'long', type: 'put' })).toBe('for')
    expect(credit({ side: 'short', type: 'put' })).toBe('against')
    expect(credit({ side: 'short', type: 'call' })).toBe('for')
  })

  it('weighs what volatility does to the option itself against what it does to the underlying', () => {
    const panic = (changes: Partial<Position>) => effects(positionRead(position(changes), stressed)).VIX_PANIC
    expect(panic({ type: 'call' })).toBe('unclear')
    expect(panic({ type: 'put' })).toBe('for')
    expect(panic({ type: 'put', side: 'short' })).toBe('against')
    const { alerts } = positionRead(position({ type: 'call' }), stressed)
    expect(alerts.find(({ alert_id }) => alert_id === 'VIX_PANIC')?.reason).toMatch(/loses .* but gains/)
    const gains = (changes: Partial<Position>) =>
      positionRead(position(changes), calm).exposures.find(({ category }) => category === 'volatility')?.gains_when
    expect([gains({}), gains({ type: 'call' }), gains({ type: 'put' }), gains({ type: 'put', side: 'short' })]).toEqual(
      ['falls', 'unclear', 'rises', 'falls'],
    )
  })

  it('adds that a warning has no direction to those alone that have none', () => {
    const ids: readonly AlertId[] = ['VIX_PANIC', 'HY_OAS_WIDENING', 'GEX_NEGATIVE', 'DIX_EXTREME', 'SOURCE_OUTAGE']
    const { alerts } = positionRead(position(), { ...calm, alerts: ids.map((id) => alert(id)) })
    expect(alerts.map(({ alert_id }) => alert_id)).toEqual(ids)
    const undirected = alerts.filter(({ reason }) => reason.includes('names no direction'))
    expect(undirected.map(({ alert_id }) => alert_id)).toEqual(['GEX_NEGATIVE', 'DIX_EXTREME'])
  })

  it('leaves out what does not move the symbol', () => {
    expect(Object.keys(effects(positionRead(position({ symbol: 'USO' }), stressed)))).toEqual([
      'DOLLAR_SURGE',
      'WTI_SHOCK',
    ])
    expect(effects(positionRead(position(), stressed))).not.toHaveProperty('WTI_SHOCK')
    expect(effects(positionRead(position({ symbol: 'XOM', sector: 'Energy' }), stressed)).WTI_SHOCK).toBe('against')
  })

  it('takes the direction of an oil shock from its own change', () => {
    const oil = (change: number | null) =>
      effects(positionRead(position({ symbol: 'USO' }), { ...calm, alerts: [alert('WTI_SHOCK', change)] })).WTI_SHOCK
    expect([oil(15), oil(-15), oil(null)]).toEqual(['for', 'against', 'unclear'])
  })

  it.each([
    ['nothing', [], {}, '0 work against it, 0 help it and 0 can do either.'],
    ['one adverse alert', ['HY_OAS_WIDENING'], {}, '1 works against it, 0 help it and 0 can do either.'],
    ['one helpful alert', ['HY_OAS_WIDENING'], { side: 'short' }, '0 work against it, 1 helps it and 0 can do either.'],
    ['two adverse alerts', ['HY_OAS_WIDENING', 'VIX_PANIC'], {}, '2 work against it, 0 help it and 0 can do either.'],
    ['one that takes no side', ['SOURCE_OUTAGE'], {}, '0 work against it, 0 help it and 1 can do either.'],
  ] as const)('counts in words: %s', (_name, ids, changes, words) => {
    const alerts = ids.map((id) => alert(id))
    expect(positionRead(position(changes), { snapshot: null, alerts }).summary).toContain(`position, ${words}`)
  })

  it('reports a source outage to every position, without a side', () => {
    const read = positionRead(position({ symbol: 'USO' }), { ...calm, alerts: [alert('SOURCE_OUTAGE')] })
    expect(read.alerts).toMatchObject([{ category: null, effect: 'unclear' }])
  })

  it('names what is missing instead of calling it calm', () => {
    const none = positionRead(position(), { snapshot: null, alerts: [] })
    expect(none).toMatchObject({ as_of: null, reason: 'no snapshot has been computed yet' })
    expect(none.missing).toHaveLength(none.exposures.length)
    expect(positionRead(position({ kind: null }), calm).missing).toEqual([expect.stringContaining('list of symbols')])
    const { hy_oas: _gone, ...levels } = calm.snapshot.signal_levels
    const poor = positionRead(position(), { ...calm, snapshot: { ...calm.snapshot, signal_levels: levels } })
    expect(poor.missing).toEqual(['credit: the snapshot has no reading'])
  })
})

describe('exposuresOf', () => {
  it('has a rule for every fund, index and sector', () => {
    for (const symbol of [...ETFS.keys(), ...INDICES.keys()])
      expect(Object.keys(exposuresOf(symbol, sectorOf(symbol, null))).length, symbol).toBeGreaterThan(0)
    for (const sector of SECTORS) expect(exposuresOf('ZZZ', sector), sector).toMatchObject({ index: 1, sector: 1 })
  })
  it('knows which category each alert kind is about', () => {
    for (const id of ALERT_IDS)
      expect(positionRead(position({ symbol: 'VIX' }), { ...calm, alerts: [alert(id)] }), id).toBeDefined()
  })

  it('knows what a custom alert watches, and which way it fires', () => {
    const custom = (metric: string, clearsAt: number): Alert => ({
      ...alert('VIX_PANIC'),
      alert_id: 'CUSTOM_7',
      custom: { config_id: 7, name: 'my line', version: 1, metric },
      evidence: { ...alert('VIX_PANIC').evidence, threshold: 30, clears_at: clearsAt },
    })
    const read = (metric: string, clearsAt: number, changes: Partial<Position> = {}) =>
      positionRead(position(changes), { ...calm, alerts: [custom(metric, clearsAt)] }).alerts
    expect(read('vix_close', 25)).toMatchObject([
      { alert_id: 'CUSTOM_7', custom_name: 'my line', category: 'volatility', effect: 'against' },
    ])
    expect(read('vix_close', 35)).toMatchObject([{ effect: 'for' }])
    expect(read('vix_close', 25, { side: 'short' })).toMatchObject([{ effect: 'for' }])
    expect(read('health_score', 25)).toMatchObject([{ category: 'index', effect: 'unclear' }])
    expect(read('oil', 25)).toEqual([])
    expect(read('oil', 25, { symbol: 'USO' })).toMatchObject([{ effect: 'for' }])
    expect(read('a_metric_that_left_the_catalogue', 25)).toEqual([])
  })
})
