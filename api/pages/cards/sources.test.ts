import { expect, test } from 'vitest'
import { sourcesCard } from './sources.ts'

const card = (source: object): string => {
  const ran = {
    source: 'earnings',
    state: 'ok',
    last_error: null,
    gaps_today: 0,
    last_success_at: '2026-07-19T20:20:00-04:00',
  }
  const value = { sources: [{ ...ran, ...source }], vendors: [], date: null, as_of: null }
  return sourcesCard({ value, reason: null, staleSeconds: null } as never)
}

test('a source shows the age of its last success, up to that of the least frequent source', () => {
  expect(card({ age_seconds: 90 })).toContain('ok</span>, 2 minutes ago')
  expect(card({ age_seconds: 14 * 86_400 })).toContain('ok</span>, 14 days ago')
})

test('a back-filled run is shown with its day, not as the age of the source', () => {
  const filling = card({ age_seconds: 124 * 86_400 })
  expect(filling).toContain('ok</span>, last for 19 Jul 2026, with nothing newer yet')
  expect(filling).not.toContain('days ago')
  expect(card({ age_seconds: null, last_success_at: null })).toContain('no success yet')
  expect(card({ state: 'failed', age_seconds: 60, last_error: 'it timed out' })).toContain(
    'failed</span>, it timed out',
  )
})

test.each([
  ['ok', 'good', '●'],
  ['degraded', 'warn', '◐'],
  ['failed', 'bad', '✕'],
  ['never_ran', 'flat', '○'],
  [null, 'flat', '○'],
])('the state %s has the tone %s and the sign %s', (state, tone, sign) => {
  expect(card({ state, age_seconds: 60 })).toContain(`<span class="${tone}" aria-hidden="true">${sign}</span>`)
})

test('a healthy source shows how many optional documents failed today', () => {
  expect(card({ age_seconds: 90 })).not.toContain('optional')
  expect(card({ age_seconds: 90, gaps_today: 1 })).toContain('2 minutes ago; 1 optional document failed today')
  expect(card({ age_seconds: 90, gaps_today: null })).not.toContain('optional')
})

test('the card counts the sources that are ok', () => {
  const source = { source: 'cot', last_error: null, last_success_at: null, age_seconds: null }
  const sources = ['ok', 'failed', 'ok', 'degraded', null].map((state) => ({ ...source, state }))
  const value = { sources, vendors: [], date: null, as_of: null }
  expect(sourcesCard({ value, reason: null, staleSeconds: null } as never)).toContain('2 of 5 ok')
})
