import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { alertsCard } from './alerts.ts'

type Given = Parameters<typeof alertsCard>

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const alert = { alert_id: 'vix_spike', severity: 'critical', message: 'VIX 31', fired_at: '2026-11-20T10:30:00-05:00' }
const active = known({ alerts: [alert], held: [], reason: null }) as unknown as Given[0]
const outcome = {
  sessions: 20,
  n: 7,
  rate_up: 0.57,
  rate_up_low: 0.25,
  rate_up_high: 0.84,
  base_rate_up: 0.64,
  base_n: 4_027,
}

it.each([
  ['which the record does not know', [], 'It has no track record.'],
  [
    'whose record has a reason',
    [{ alert_id: 'vix_spike', outcomes: null, reason: 'too few episodes' }],
    'Too few episodes.',
  ],
  [
    'with a record',
    [{ alert_id: 'vix_spike', outcomes: [{ ...outcome, sessions: 5, n: 8 }, outcome], reason: null }],
    'After 7 episodes SPY was higher 20 sessions later in 57\u00A0% (95\u00A0% interval 25\u00A0% to 84\u00A0%); after any session in 64\u00A0% (4027).',
  ],
])('an alert %s says so beside itself', (_, alerts, words) => {
  const record = known({ alerts }) as unknown as Given[1]
  expect(alertsCard(active, record)).toContain(words)
})

it('an alert shows its name and the time of its figures', () => {
  const custom = { config_id: 7, name: 'my line', version: 1, metric: 'vix_close' }
  const alerts = [
    alert,
    { alert_id: 'CUSTOM_7', custom, severity: 'info', message: 'VIX 22', fired_at: alert.fired_at },
  ]
  const active = known({ alerts, held: [], reason: null }) as unknown as Given[0]
  const shown = alertsCard(active, known({ alerts: [] }) as unknown as Given[1])
  expect(shown).toContain(':</span> VIX 31</span>')
  expect(shown).toContain('<b>my line</b> <span><span class="small mute">when it fired, <time')
  expect(shown).not.toContain('CUSTOM_7')
  expect(shown).toContain(`when it fired, <time datetime="${alert.fired_at}">Fri 20 Nov 2026, 10:30 ET</time>:`)
})

it.each([
  [[], null],
  [
    [{ alert_id: 'HY_OAS_WIDENING', input_missing: 'hy_oas for 2026-11-18 is stale' }],
    '1 alert kind lacks an input and neither fires nor clears: HY_OAS_WIDENING (hy_oas for 18 Nov 2026 is stale).',
  ],
  [
    [
      { alert_id: 'GEX_NEGATIVE', input_missing: 'the sign of our own figure is uncertain' },
      { alert_id: 'VIX_SPIKE', input_missing: 'no value of vix_close is known yet' },
    ],
    '2 alert kinds lack an input and neither fire nor clear: GEX_NEGATIVE (the sign of our own figure is uncertain); VIX_SPIKE (',
  ],
])('no active alert is calm only where every kind can be judged', (held, words) => {
  const quiet = known({ alerts: [], held, reason: 'no alert is active' }) as unknown as Given[0]
  const shown = alertsCard(quiet, known({ alerts: [] }) as unknown as Given[1])
  expect(shown).toContain('No alert is active.')
  if (words === null) expect(shown).not.toContain('lack')
  else expect(shown).toContain(words)
})

it.each([
  [
    'of 20 sessions before a later one',
    [outcome, { ...outcome, sessions: 60 }],
    'After 7 episodes SPY was higher 20 sessions later',
  ],
  [
    'that is the longest where none is of 20',
    [
      { ...outcome, sessions: 5 },
      { ...outcome, sessions: 10, n: 1 },
    ],
    'After 1 episode SPY was higher 10 sessions later',
  ],
  ['without an interval', [{ ...outcome, rate_up_low: null }], 'in 57 %; after any session in 64 %'],
  ['without a rate', [{ ...outcome, rate_up: null }], 'It has no track record.'],
])('an alert shows its outcome %s', (_name, outcomes, words) => {
  const record = known({ alerts: [{ alert_id: 'vix_spike', outcomes }] }) as unknown as Given[1]
  expect(textOf(alertsCard(active, record))).toContain(words)
})

it('the head counts active alerts, and their record waits for history', () => {
  const loading = { ...known({ alerts: [] }), isPartial: true } as unknown as Given[1]
  expect(textOf(alertsCard(active, loading))).toBe(
    'Alerts 1 active alert figures critical vix_spike when it fired, Fri 20 Nov 2026, 10:30 ET: VIX 31 Its track record is ' +
      'available once the history is loaded.',
  )
  const quiet = known({ alerts: [], held: [], reason: null }) as unknown as Given[0]
  expect(textOf(alertsCard(quiet, loading))).toBe('Alerts 0 active alerts figures No alert is active.')
})
