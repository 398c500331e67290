import { expect, test } from 'vitest'
import { easternIso } from '../../shared/time/eastern.ts'
import { savedAt } from './saved-at.ts'

test.each([
  ['Date: June 11, 2022, 8:47 PM EDT', '2022-06-11T20:47:00-04:00'],
  ['Date: September 14, 2023 at 4:31 PM EDT', '2023-09-14T16:31:00-04:00'],
  ['Date: 9 June 2023, 1:40 PM EDT', '2023-06-09T13:40:00-04:00'],
  ['Date: 9 June 2023, 13:40 EDT', '2023-06-09T13:40:00-04:00'],
  ['Date: Dec 5, 2024, 9:45 AM EST', '2024-12-05T09:45:00-05:00'],
  ['Date: Fri Jun 10 2022 16:15:00', '2022-06-10T16:15:00-04:00'],
  ['Date: 10 June 2022 at 19:40 GMT+2', '2022-06-10T13:40:00-04:00'],
  ['Date: 10 June 2022 at 23:10 GMT+5:30', '2022-06-10T13:40:00-04:00'],
  ['Date: 10 June 2022 at 18:40 BST', '2022-06-10T13:40:00-04:00'],
  ['Date: June 10, 2022, 12:40 PM CDT', '2022-06-10T13:40:00-04:00'],
  ['Date: December 9, 2022, 1:15 PM CST', '2022-12-09T14:15:00-05:00'],
  ['Date: June 10, 2022, 11:40 AM MDT', '2022-06-10T13:40:00-04:00'],
  ['Date: December 9, 2022, 12:15 PM MST', '2022-12-09T14:15:00-05:00'],
  ['Date: June 10, 2022, 10:40 AM PDT', '2022-06-10T13:40:00-04:00'],
  ['Date: December 9, 2022, 11:15 AM PST', '2022-12-09T14:15:00-05:00'],
  ['Date: 9 December 2022, 20:15 CET', '2022-12-09T14:15:00-05:00'],
  ['Date: 10 June 2022, 19:40 CEST', '2022-06-10T13:40:00-04:00'],
  ['Date: 9 December 2022, 21:15 EET', '2022-12-09T14:15:00-05:00'],
  ['Date: 10 June 2022, 20:40 EEST', '2022-06-10T13:40:00-04:00'],
  ['Date: 9 December 2022, 19:15 UTC', '2022-12-09T14:15:00-05:00'],
  ['Date: 2022-06-10 16:15', '2022-06-10T16:15:00-04:00'],
  ['Date: 6/10/2022, 4:15 PM', '2022-06-10T16:15:00-04:00'],
  ['Date: 10 juin 2022 à 16:15', null],
  ['Date: June 31, 2022, 4:15 PM', null],
  ['Date: June 10, 2022', null],
  ['nothing', null],
])('%s', (text, expected) => {
  const at = savedAt(text)
  expect(at && easternIso(at)).toBe(expected)
})
