import { expect, test } from 'vitest'
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
