import { expect, test } from 'vitest'
import { textOf } from '../../harness/text-of.ts'
import { card, sentence } from './card.ts'

const shown = (reason: string): string => {
  const document = { value: null, reason, staleSeconds: null }
  return card({ title: 'Companies', width: 6, source: '/api/v1/x', document, body: () => '' })
}

test.each([
  ['operators pin with `ops company pin`', 'Operators pin with <code>ops company pin</code>.'],
  ['no close since 2026-11-20', 'No close since 20 Nov 2026.'],
  ['a move of -1.5 %', 'A move of −1.5 %.'],
  [
    'a fall of 4 % or more since 2026-11-20 09:40 ET',
    'A fall of 4\u00A0% or more since Fri 20 Nov 2026, 09:40\u00A0ET.',
  ],
  ['a quote ` that is not closed', 'A quote ` that is not closed.'],
])('a card says a reason as people read it: %s', (reason, words) => expect(shown(reason)).toContain(`>${words}<`))

test('a card states that its reason is unknown, how old it is, and that history is still loading', () => {
  const document = { value: null, reason: null, staleSeconds: null }
  const options = {
    title: 'Companies',
    width: 6,
    source: '/api/v1/x',
    body: () => '<p>drawn</p>',
    aside: () => 'beside',
  } as const
  const textOfCard = (changes: object): string => textOf(card({ ...options, document: { ...document, ...changes } }))
  expect(textOfCard({})).toBe('Companies figures Nothing is known.')
  expect(textOfCard({ value: {} })).toBe('Companies beside figures drawn')
  expect(textOfCard({ value: {}, staleSeconds: 120 })).toBe(
    'Companies beside figures The database cannot be reached; this was confirmed 2 minutes ago. drawn',
  )
  expect(textOfCard({ value: {}, isPartial: true })).toBe('Companies history is still loading beside figures drawn')
})

test('a card that cannot be drawn states that, and where its figures are', () => {
  const body = (): string => {
    throw new Error('a field is missing')
  }
  const document = { value: {}, reason: null, staleSeconds: null }
  const drawn = card({ title: 'Companies', width: 6, source: '/api/v1/x', document, aside: () => 'beside', body })
  expect(textOf(drawn)).toBe('Companies figures This card could not be drawn; its figures are at the address below.')
})

test('a sentence that ends as one gets no second full stop', () => {
  expect(['it is known.', 'is it?', 'it is!', 'it is'].map(sentence)).toEqual([
    'It is known.',
    'Is it?',
    'It is!',
    'It is.',
  ])
})

test('what a route quotes stays text', () => {
  expect(shown('`<b>x</b>`')).toContain('<code>&#60;b&#62;x&#60;/b&#62;</code>')
})
