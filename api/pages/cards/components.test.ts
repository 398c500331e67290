import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
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

it('a component without a reading gives the reason, and has no points', () => {
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

const shown = (changes: object): string =>
  textOf(
    componentsCard({
      value: { points: 56, live_points: 100, components: [], reason: null, ...changes },
      reason: null,
      staleSeconds: null,
    } as never),
  )
const input = { series: 'dix', source: 'darkpool', for: '2026-11-19' }
const dix = { ...ready, key: 'dix', name: 'DIX', percentile: 19.4, level: { label: 'Thin buying' }, inputs: [input] }

it('a component is shown with its reading, its points, and where its figures come from', () => {
  const second = { ...input, series: 'vix_close', source: 'market', for: '2026-11-20T09:59:59-05:00' }
  const bare = { ...dix, ...missing, reason: null, name: 'VIX', level: null, percentile: null, inputs: [input, second] }
  expect(shown({ points_exact: 55.64, components: [dix, bare] })).toContain(
    '55.6 of 100 points figures Components Component Reading Points Of its year Series, source and day DIX Thin buying 40.1 % ' +
      '0.5 of 3 19th dix of darkpool, 19 Nov 2026 VIX no reading none of 3 no percentile dix of darkpool, 19 Nov 2026; ' +
      'vix_close of market, Fri 20 Nov 2026, 09:59 ET',
  )
  expect(shown({ components: [dix] })).toContain('score 56 of 100 points figures')
})

it('without components the card has no points, and gives the reason', () => {
  expect(shown({})).toBe('The 13 components of the score figures No component is known.')
  expect(shown({ reason: 'no cycle has run' })).toBe('The 13 components of the score figures No cycle has run.')
})
