import { expect, test } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { fallsCard } from './falls.ts'

const card = (band: string | null): string => {
  const value = { statement: 'Falls were as usual.', band, band_reason: null, reliability: null, reason: null }
  return fallsCard({ value, reason: null, staleSeconds: null } as never)
}

test.each([
  ['low', 'good'],
  ['elevated', 'warn'],
  ['high', 'bad'],
])('the band %s is shown in the tone %s', (band, tone) => {
  expect(card(band)).toContain(`<span class="badge ${tone}">risk ${band}</span>`)
})

test('no band has no tone', () => {
  expect(card(null)).toContain('<span class="badge flat">no band</span>')
})

test('both shares stand with their intervals and how many periods they rest on', () => {
  const rate = { rate: 0.17, low: 0.122, high: 0.218, effective_n: 253 }
  const value = {
    outcome: { drawdown_pct: 4, sessions: 20 },
    statement: 'Falls were as usual.',
    band: 'low',
    band_reason: 'low, because the rate is below the base rate',
    reliability: { reason: 'better than the base rate' },
    state: rate,
    base_rate: { ...rate, rate: 0.32, low: null },
  }
  expect(textOf(fallsCard({ value, reason: null, staleSeconds: null } as never))).toBe(
    'How large falls may be 4 % or more between two closes within 20 sessions figures risk low How often such falls followed ' +
      'Sessions As a bar Share 95 % interval, independent periods Scaled to this VIX 17 % 12 % to 22 %, effective n 253 ' +
      'As they were 32 % effective n 253 Falls were as usual. Low, because the rate is below the base rate. Tested ' +
      'walk-forward: better than the base rate',
  )
})

test('an unstated size is reported as such, and nothing replaces it', () => {
  expect(textOf(card(null))).toMatch(/Falls were as usual\. Tested walk-forward: not tested$/)
  const none = { statement: null, reason: null }
  expect(textOf(fallsCard({ value: none, reason: null, staleSeconds: null } as never))).toMatch(
    /figures Nothing is stated\.$/,
  )
  const known = { statement: null, reason: 'VIX is not known' }
  expect(textOf(fallsCard({ value: known, reason: null, staleSeconds: null } as never))).toMatch(/VIX is not known\.$/)
})
