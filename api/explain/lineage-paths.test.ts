import { expect, test } from 'vitest'
import { DEFAULT_PATH, figureAt, KNOWN_PATHS } from './lineage-paths.ts'

test.each([
  [DEFAULT_PATH, { of: 'score', field: 'health_score' }],
  ['signals/latest.live_points', { of: 'score', field: 'live_points' }],
  ['signals/score.health_score', { of: 'score', field: 'health_score' }],
  ['signals/latest.regime_now', { of: 'regime', field: 'regime_now' }],
  ['signals/latest.score_components.vix_term', { of: 'component', field: 'score_components', key: 'vix_term' }],
  ['signals/latest.trends.vix', { of: 'component', field: 'trends', key: 'vix' }],
  ['signals/latest.signal_levels.vix', { of: 'component', field: 'signal_levels', key: 'vix' }],
  ['signals/latest.regime.vix', null],
  ['signals/latest.trends', null],
  ['signals/latest.trends.moon', null],
  ['signals/latest.trends.vix.current', null],
  ['signals/score.score_low', null],
  ['signals/score.regime', null],
  ['alerts/active.VIX_PANIC', { of: 'alert', alertId: 'VIX_PANIC' }],
  ['alerts/active.CUSTOM_123456789', { of: 'alert', alertId: 'CUSTOM_123456789' }],
  ['alerts/active.CUSTOM_1234567890', null],
  ['alerts/active.MOON', null],
  ['alerts/active.VIX_PANIC.value', null],
  ['alerts/history.123456789012345', { of: 'episode', id: 123_456_789_012_345 }],
  ['alerts/history.1234567890123456', null],
  ['alerts/history.-1', null],
  ['ai2/verdict.risk', { of: 'verdict', member: 'risk', inner: null }],
  ['ai2/verdict.risk.band', { of: 'verdict', member: 'risk', inner: 'band' }],
  ['ai2/verdict.risk.band.low', null],
  ['ai2/verdict.moon', null],
  ['health_score', null],
  ['', null],
])('the path %s explains %j', (path, figure) => {
  expect(figureAt(path)).toEqual(figure)
})

test('every path that a refusal lists leads to a figure, whatever key is chosen', () => {
  const examples = { ALERT_ID: 'VIX_PANIC', id: '7' } as Record<string, string>
  for (const known of KNOWN_PATHS) {
    const [, choice = ''] = /\{(.*)\}/.exec(known) ?? []
    for (const key of choice.split('|'))
      expect(figureAt(known.replace(/\{.*\}/, examples[key] ?? key)), known).not.toBeNull()
  }
})
