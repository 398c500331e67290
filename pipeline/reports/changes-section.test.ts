import { expect, test } from 'vitest'
import type { GammaLevels, ScoreComponent, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { changesSection } from './changes-section.ts'

const component = (more: Partial<ScoreComponent> = {}): ScoreComponent =>
  ({
    key: 'vix',
    name: 'VIX',
    value: '14.5',
    max: 12,
    points: 8,
    contribution: 8,
    reason: null,
    inputs: [{ series: 'vix_close' }],
    ...more,
  }) as ScoreComponent
const levels = (more: Partial<GammaLevels> = {}) =>
  ({ status: 'ready', call_wall: 680, put_wall: 650, zero_gamma: 660, spot: 670, ...more }) as GammaLevels
const snapshot = (more: object = {}): SignalsSnapshot =>
  ({
    as_of: '2026-11-20T10:00:00-05:00',
    rules_version: '1',
    regime: 'RISK-ON',
    regime_now: 'RISK-ON',
    health_score: 62,
    score_components: [component()],
    gamma_levels: levels(),
    data_quality: { missing: [], degraded: [] },
    ...more,
  }) as unknown as SignalsSnapshot

const HEAD = '## Since the last report\n\n'
const INTRO = 'Compared with 2026-11-20 10:00 ET:'
const body = (now: object, then: object = {}): string =>
  changesSection(snapshot(now), snapshot(then)).replace(HEAD, '').replace(`${INTRO}\n\n`, '')
const withComponent = (now: Partial<ScoreComponent>, then: Partial<ScoreComponent> = {}): string =>
  body({ score_components: [component(now)] }, { score_components: [component(then)] })
const walls = (now: Partial<GammaLevels>, then: Partial<GammaLevels> = {}): string =>
  body({ gamma_levels: levels(now) }, { gamma_levels: levels(then) })

test('walls that have only changed places with a strike that ties in both chains are unchanged', () => {
  const pair = { call_wall_pair: [680, 685] as [number, number] }
  expect(walls({ ...pair, call_wall: 685 }, pair)).toMatch(/^No contribution moved .* walls/)
  expect(walls({ call_wall: 685 }, pair)).toBe('- Call wall: 680 to **685**')
  const puts = { put_wall_pair: [645, 650] as [number, number] }
  expect(walls({ ...puts, put_wall: 645 }, puts)).toMatch(/^No contribution moved/)
})

test('the first report has nothing to compare with, and one without a change says so', () => {
  expect(changesSection(snapshot(), null)).toBe(`${HEAD}This is the first report on record.`)
  expect(changesSection(snapshot(), snapshot())).toBe(
    `${HEAD}${INTRO}\n\nNo contribution moved by a point; regimes, score, walls and sources are unchanged.`,
  )
  expect(changesSection(snapshot({ rules_version: '2' }), snapshot())).toContain(
    'Compared with 2026-11-20 10:00 ET (computed under other rules, so not strictly comparable):',
  )
})

test.each([
  ['regime', { regime: 'CAUTIOUS' }, 'Regime: RISK-ON to **CAUTIOUS**'],
  ['regime', { regime: null }, 'Regime: RISK-ON to **none**'],
  ['intraday regime', { regime_now: null }, 'Intraday regime: RISK-ON to **none**'],
  ['score', { health_score: 63 }, 'Health score: 62 to **63**'],
  ['score', { health_score: null }, 'Health score: 62 to **none**'],
])('a change of the %s is one line', (_, now, line) => {
  expect(body(now)).toBe(`- ${line}`)
})

test.each([
  ['from 8 to 9', { value: '13.0', contribution: 9 }, {}, 'VIX: contributes 9 points, before 8; 14.5 to 13.0'],
  ['to 1', { value: '30.0', contribution: 1 }, {}, 'VIX: contributes 1 point, before 8; 14.5 to 30.0'],
  ['at the same reading', { contribution: 9 }, {}, 'VIX: contributes 9 points, before 8; still 14.5'],
  [
    'of one unit',
    { value: '54.1 % above', contribution: 7 },
    { value: '60.6 % above' },
    'VIX: contributes 7 points, before 8; 60.6 to 54.1 % above',
  ],
  [
    'of two units',
    { value: '54.1 points', contribution: 7 },
    { value: '60.6 % above' },
    'VIX: contributes 7 points, before 8; 60.6 % above to 54.1 points',
  ],
  ['that is lost', { max: 0, contribution: 0, reason: 'no *feed*' }, {}, 'VIX dropped out: no \\*feed\\*'],
  ['that is lost silently', { max: 0, contribution: 0 }, {}, 'VIX dropped out: no reason given'],
  ['that is back', {}, { max: 0, contribution: 0 }, 'VIX has a reading again: 14.5'],
])('a contribution %s is told with its readings', (_, now, then, line) => {
  expect(withComponent(now, then)).toBe(`- ${line}`)
})

test('a reading that stays within a point is not reported, unless it comes from another series', () => {
  expect(withComponent({ value: '14.9' })).toMatch(/^No contribution moved/)
  const other = [{ series: 'vix9d_close' }] as unknown as ScoreComponent['inputs']
  const line = '- VIX is now read from vix9d_close instead of vix_close: the two are not comparable'
  expect(withComponent({ inputs: other })).toBe(line)
  expect(withComponent({ inputs: other, contribution: 9 })).toBe(
    `- VIX: contributes 9 points, before 8; still 14.5\n${line}`,
  )
  expect(withComponent({ inputs: [] })).toMatch(/^No contribution moved/)
  expect(body({ score_components: [component({ key: 'dix' as never })] })).toMatch(/^No contribution moved/)
})

test.each([
  ['a call wall', { call_wall: 690 }, {}, 'Call wall: 680 to **690**'],
  ['no put wall', { put_wall: null }, {}, 'Put wall: 650 to **none**'],
  ['a spot below zero gamma', { spot: 659 }, {}, 'Spot against zero gamma: above to **below**'],
  ['a spot at zero gamma', { spot: 660 }, { spot: 659 }, 'Spot against zero gamma: below to **above**'],
  ['no zero gamma', { zero_gamma: null }, {}, 'Spot against zero gamma: above to **no level**'],
])('%s is told', (_, now, then, line) => {
  expect(walls(now as Partial<GammaLevels>, then)).toBe(`- ${line}`)
})

test('levels that are not ready are not compared, nor a zero gamma that moves below spot', () => {
  const none = { gamma_levels: { status: 'not_ready' } }
  for (const each of [body(none), body({}, none), walls({ zero_gamma: 665 })]) expect(each).toMatch(/^No contribution/)
})

test('a source that fails, is degraded or recovers is reported once', () => {
  const quality = (missing: string[], degraded: string[] = []) => ({
    data_quality: { missing: missing.map((source) => ({ source, reason: 'late' })), degraded },
  })
  expect(body(quality(['fred'], ['cot']))).toBe(
    '- Source cot is replaced by its last good value\n- Source fred is missing',
  )
  expect(body(quality(['fred']), quality(['fred']))).toMatch(/^No contribution/)
  expect(body(quality(['fred']), quality([], ['fred']))).toBe('- Source fred is missing')
  expect(body(quality([]), quality(['fred'], ['cot']))).toBe(
    '- Source cot delivers again\n- Source fred delivers again',
  )
})
