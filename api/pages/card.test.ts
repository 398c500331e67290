import { expect, test } from 'vitest'
import { card } from './card.ts'

const shown = (reason: string): string => {
  const document = { value: null, reason, staleSeconds: null }
  return card({ title: 'Companies', width: 6, source: '/api/v1/x', document, body: () => '' })
}

test.each([
  ['operators pin with `ops company pin`', 'Operators pin with <code>ops company pin</code>.'],
  ['no close since 2026-11-20', 'No close since 20 Nov 2026.'],
  ['a move of -1.5 %', 'A move of −1.5 %.'],
  ['a quote ` that is not closed', 'A quote ` that is not closed.'],
])('a card says a reason as people read it: %s', (reason, words) => expect(shown(reason)).toContain(`>${words}<`))

test('what a route quotes stays text', () => {
  expect(shown('`<b>x</b>`')).toContain('<code>&#60;b&#62;x&#60;/b&#62;</code>')
})
