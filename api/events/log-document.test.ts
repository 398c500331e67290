import { expect, test } from 'vitest'
import { afterParameter, emptyLogPage, isGone, kindsParameter, LogQuery } from './log-document.ts'

const kinds = kindsParameter(['alert', 'tripwire', 'regime'] as never, 'all')

test.each([
  ['alert', ['alert']],
  ['tripwire, alert', ['alert', 'tripwire']],
  ['alert,alert', ['alert']],
  [undefined, undefined],
])('kinds %j mean %j, in the order of the vocabulary', (text, named) => {
  expect(kinds.parse(text)).toEqual(named)
})

test.each(['moon', 'alert,moon', '', 'ALERT', `alert${' '.repeat(396)}`])(
  'kinds %j are refused with those known',
  (text) => {
    expect(kinds.safeParse(text).error?.issues[0]?.message).toBe(
      'must be kinds separated by commas, of alert, tripwire, regime',
    )
  },
)

test('the kinds may take four hundred characters', () => {
  expect(kinds.safeParse(`alert${' '.repeat(395)}`).success).toBe(true)
})

test.each([
  ['0', 0],
  ['999999999999999', 999_999_999_999_999],
])('after %s is the id %i', (text, id) => expect(afterParameter('a cursor').parse(text)).toBe(id))

test.each(['-1', '1.5', '', '1e3', '1000000000000000'])('after %j is refused', (text) => {
  expect(afterParameter('a cursor').safeParse(text).error?.issues[0]?.message).toBe(
    'must be the id of an event: a whole number from 0',
  )
})

test('a page has a hundred events unless asked otherwise, and five hundred at most', () => {
  expect(LogQuery.parse({})).toEqual({ limit: 100 })
  expect(['0', '1', '500', '501'].map((limit) => LogQuery.safeParse({ limit }).success)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a reader has missed events only if it lacks one that is deleted', () => {
  const bounds = { beforeOldest: 11, oldest: 12, latest: 20 }
  expect([10, 11, 12].map((after) => isGone(after, bounds))).toEqual([true, false, false])
  expect(isGone(0, null)).toBe(false)
})

test('a page that could not be read keeps the cursor of its reader', () => {
  expect(emptyLogPage('no database', 7)).toMatchObject({ events: [], next_after: 7, latest_id: null, has_more: false })
  expect(emptyLogPage('no database', undefined).next_after).toBe(0)
})
