import { expect, test } from 'vitest'
import { queryInteger, WeekId } from './parameters.ts'

const days = queryInteger({ min: 5, max: 730, default: 90 }, 'days')
const large = queryInteger({ min: 0, max: 12_345_678, default: 1 }, 'a large number')

test.each([
  ['5', 5],
  ['730', 730],
  ['000730', 730],
  [undefined, 90],
])('a whole number %s within its bounds is %s', (text, value) => {
  expect(days.parse(text)).toBe(value)
})

test.each(['4', '731', '', ' 90', '-5', '1e1', '0x10', '9.0', '٩٠', '0000730', ['5', '6'], null])(
  '%j is refused with both bounds',
  (text) => {
    const { error } = days.safeParse(text)
    expect(error?.issues[0]?.message).toBe('must be a whole number from 5 to 730')
  },
)

test('a number may have as many digits as its largest', () => {
  expect(large.parse('12345678')).toBe(12_345_678)
  expect(large.safeParse('012345678').success).toBe(false)
})

test.each(['2026-W01', '2026-W09', '2026-W10', '2026-W49', '2026-W53', '2020-W53', '2025-W52', '1000-W01', '9999-W52'])(
  '%s is a week',
  (week) => {
    expect(WeekId.safeParse(week).success).toBe(true)
  },
)

test.each([
  '2025-W53',
  '2026-W00',
  '2026-W54',
  '2026-W60',
  '2026-w47',
  '2026-W1',
  '0999-W10',
  ' 2026-W47',
  '2026-W471',
])('%s is no week that exists', (week) => {
  const { error } = WeekId.safeParse(week)
  expect(error?.issues[0]?.message).toBe('must be an ISO week that exists, written <YYYY>-W<WW>')
})
