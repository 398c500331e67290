import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { activeSignalsCard } from './active-signals.ts'

type Alignment = Parameters<typeof activeSignalsCard>[0]
type Alerts = Parameters<typeof activeSignalsCard>[1]

const known = (value: unknown) => ({ value, reason: null, staleSeconds: null })
const QUIET = known({ alerts: [], reason: null }) as unknown as Alerts
const dix = {
  key: 'dix',
  name: 'DIX',
  stance: 'adverse',
  label: 'Thin buying',
  display: '42.7 % (own estimate)',
  percentile: 19.4,
}

const shown = (alignment: object, alerts = QUIET): string => {
  const value = { n: 12, net: -20, firing: [dix], no_data: [], reason: null, ...alignment }
  return activeSignalsCard(known(value) as unknown as Alignment, alerts)
}

it('a signal that fires has its stance, its figure apart from what explains it, and its place in the year', () => {
  const card = shown({})
  expect(textOf(card)).toContain(
    'Active signals 1 of 12 firing, net -20 figures Signals that fire Stance Signal Reading and its place within its own year ' +
      '▼ DIX Thin buying 42.7 % own estimate 19th No data: none. Alerts: None is active.',
  )
  expect(card).toContain('<td class="bad"><span role="img" aria-label="adverse">▼</span></td>')
  expect(card).toContain('<a href="/signals/dix">DIX</a>')
})

it.each([
  ['supportive', 'good', '▲'],
  ['neutral', 'flat', '■'],
  ['a stance of a later version', 'flat', '■'],
])('a signal that is %s has the tone %s', (stance, tone, sign) => {
  expect(shown({ firing: [{ ...dix, stance }] })).toContain(
    `<td class="${tone}"><span role="img" aria-label="${stance}">${sign}</span></td>`,
  )
})

it('a signal without a reading, a label or a percentile names what is missing', () => {
  const bare = { ...dix, display: null, label: null, percentile: null }
  expect(textOf(shown({ firing: [bare] }))).toContain('▼ DIX no reading no percentile No data')
})

it.each([
  [20, 'net +20'],
  [0, 'net 0'],
  [null, 'net unknown'],
])('the net of %s is written as such', (net, words) =>
  expect(textOf(shown({ net }))).toContain(`1 of 12 firing, ${words} `),
)

it('signals without data are named with their reasons, even if no signal fires', () => {
  const missing = [
    { name: 'AAII', reason: 'its survey is 9 sessions old' },
    { name: 'COT', reason: null },
  ]
  const text = textOf(shown({ firing: [], no_data: missing }))
  expect(text).toContain('figures No signal fires. No data:')
  expect(text).toContain('No data: AAII (its survey is 9 sessions old); COT (no reason is known).')
  expect(textOf(shown({ firing: [], reason: 'no cycle has run' }))).toContain('No cycle has run.')
})

it('without any signal there is no data at all, and nothing is counted', () => {
  expect(textOf(shown({ n: 0, firing: [], net: null }))).toMatch(
    /^Active signals figures No signal fires\. No data on any signal\./,
  )
  const missing = [{ name: 'COT', reason: 'no report' }]
  expect(textOf(shown({ n: 0, firing: [], net: null, no_data: missing }))).toContain('No data: COT (no report).')
})

it.each([
  [
    'by the name of its kind or that of its admin',
    known({ alerts: [{ alert_id: 'VIX_SPIKE' }, { alert_id: 'CUSTOM_7', custom: { name: 'My line' } }] }),
    'VIX_SPIKE, My line.',
  ],
  [
    'as none where none is',
    known({ alerts: [], reason: 'no alert has fired since 2026-11-02' }),
    'No alert has fired since 2 Nov 2026.',
  ],
  [
    'as unknown without their document',
    { value: null, reason: 'the database cannot be reached', staleSeconds: null },
    'The database cannot be reached.',
  ],
  ['as unknown without any reason', { value: null, reason: null, staleSeconds: null }, 'Not known.'],
])('an active alert is told %s', (_name, alerts, words) => {
  expect(textOf(shown({}, alerts as unknown as Alerts))).toMatch(new RegExp(`Alerts: ${words}$`))
})
