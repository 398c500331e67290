import { expect, it } from 'vitest'
import { heldInWords } from '../../shared/domain/number-words.ts'
import { alertsSection } from './alerts-section.ts'

it('an active alert is named as its admin named it, and its figures are of when it fired', () => {
  const firedAt = new Date('2026-11-20T15:30:00Z')
  const standing = [
    { alertId: 'CUSTOM_7', custom: { name: 'my *line*' }, severity: 'info', message: 'VIX 22', firedAt },
    { alertId: 'VIX_PANIC', custom: null, severity: 'critical', message: 'VIX 36', firedAt },
  ] as const
  const section = alertsSection({ standing, held: [], notEvaluated: null })
  expect(section).toContain('**my \\*line\\*** (info), since 2026-11-20 10:30 ET; when it fired: VIX 22')
  expect(section).toContain('**VIX_PANIC** (critical), since')
})

it('without an active alert it says so, and states the time', () => {
  const empty = { standing: [], held: [] }
  expect(alertsSection({ ...empty, notEvaluated: null })).toBe('## Alerts\n\nNo alert is active.')
  expect(alertsSection({ ...empty, notEvaluated: 'the market is *closed*' })).toBe(
    '## Alerts\n\nThis snapshot has not been judged: the market is \\*closed\\*.\n\nNo alert was active before it.',
  )
  expect(alertsSection(null)).toBe('## Alerts\n\nAlerts were not evaluated.')
})

it('a single active alert is listed, and a kind that lacks an input is named with that input', () => {
  const firedAt = new Date('2026-11-20T15:30:00Z')
  const standing = [{ alertId: 'VIX_PANIC', severity: 'critical', message: 'VIX 36', firedAt }] as const
  const held = [{ alert_id: 'OIL_SPIKE', input_missing: 'wti has no value' }] as const
  expect(alertsSection({ standing, held: held as never, notEvaluated: null })).toBe(
    [
      '## Alerts',
      '- **VIX_PANIC** (critical), since 2026-11-20 10:30 ET; when it fired: VIX 36',
      `${heldInWords(1)}:`,
      '- OIL_SPIKE: wti has no value',
    ].join('\n\n'),
  )
})
