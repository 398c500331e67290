import { expect, it } from 'vitest'
import { changesCard } from './changes.ts'

const entry = (at: number) => ({ text: `Change ${at}.` })
const card = (count: number) =>
  changesCard({
    value: {
      from: { as_of: '2026-11-20T10:30:00-05:00' },
      changes: Array.from({ length: count }, (_, index) => entry(index + 1)),
      reason: null,
      sentence: 'nothing changed',
    },
    reason: null,
    staleSeconds: null,
  } as unknown as Parameters<typeof changesCard>[0])

it.each([
  [1, 1, null],
  [6, 6, null],
  [7, 6, '1 smaller change is in the figures.'],
  [9, 6, '3 smaller changes are in the figures.'],
])('of %i changes %i are shown, and the rest is counted', (count, shown, rest) => {
  const html = card(count)
  expect(html.match(/<li>/g)).toHaveLength(shown)
  expect(html).toContain(`<li>Change ${shown}.</li>`)
  if (rest === null) expect(html).not.toContain('smaller change')
  else expect(html).toContain(rest)
})

it('states that nothing changed', () => {
  expect(card(0)).toContain('Nothing changed.')
})

it('names the state that it compares with, and a comparison without one gives the reason', () => {
  expect(card(1)).toContain('since <time datetime="2026-11-20T10:30:00-05:00">')
  const value = { from: null, changes: [], reason: 'there is no session before', sentence: '' }
  const alone = changesCard({ value, reason: null, staleSeconds: null } as unknown as Parameters<typeof changesCard>[0])
  expect(alone).toContain('There is no session before.')
  expect(alone).not.toContain('since')
})
