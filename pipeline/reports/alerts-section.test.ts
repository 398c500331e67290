import { expect, it } from 'vitest'
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
