import { expect, it } from 'vitest'
import { readExample } from '../../openapi/read-example.ts'
import { componentsCard, pointsWords, readingWords } from './components.ts'

type Breakdown = NonNullable<Parameters<typeof componentsCard>[0]['value']>

const ready = {
  status: 'ready',
  display: '40.1 %',
  reason: null,
  points: 0,
  points_exact: 0.48,
  max: 3,
  max_when_live: 3,
} as const
const missing = {
  ...ready,
  status: 'not_ready',
  display: 'n/a',
  reason: 'its source has failed',
  points_exact: 0,
  max: 0,
} as const

it('points have a decimal, since whole ones would not sum to the points of the score', () => {
  expect(pointsWords(ready)).toBe('0.5 of 3')
  const { points_exact: _, ...earlier } = ready
  expect(pointsWords(earlier)).toBe('0 of 3')
})

it('a component without a reading says why, and has no points', () => {
  expect(readingWords(ready)).toBe('40.1 %')
  expect(readingWords(missing)).toBe('its source has failed')
  expect(pointsWords(missing)).toBe('none of 3')
})

it('the points of the list sum to those in its head', () => {
  const value = readExample<Breakdown>(import.meta.url, '../../signals/breakdown-example.json')
  const card = componentsCard({ value, reason: null, staleSeconds: null })
  const listed = [...card.matchAll(/<td class="n">([\d.]+) of \d+</g)].map(([, points]) => Number(points))
  const head = Number(/([\d.]+) of \d+ points/.exec(card)![1])
  expect(listed).toHaveLength(13)
  expect(Math.abs(listed.reduce((sum, points) => sum + points, 0) - head)).toBeLessThan(0.7)
})
