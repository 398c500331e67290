import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { filingDays } from './filing-days.ts'
import { acceptedAt, clockOf, endOfDay, isAcceptance, knownAt } from './known-at.ts'

const filing = (form: string, filed: string, accepted: string) => ({ form, filed: tradingDay(filed), accepted })

describe('when a filing was known', () => {
  const late = filing('10-Q', '2024-02-02', '2024-02-01T23:03:38.000Z')

  test('the clock is the reading that agrees with the filing dates, and UTC where both do', () => {
    expect(clockOf([late])).toBe('utc')
    expect(clockOf([filing('10-Q', '2024-02-02', '2024-02-01T18:03:38.000Z')])).toBe('eastern')
    expect(clockOf([filing('8-K', '2024-02-01', '2024-02-01T16:31:00.000Z')])).toBe('utc')
  })

  test('filings after 17:30 count from 06:00 of their filing date, ownership forms from their acceptance', () => {
    expect(knownAt(late, 'utc').toISOString()).toBe('2024-02-02T11:00:00.000Z')
    const form = filing('4', '2024-02-01', '2024-02-01T23:03:38.000Z')
    expect(knownAt(form, 'utc').toISOString()).toBe('2024-02-01T23:03:38.000Z')
    expect(knownAt(filing('8-K', '2024-02-01', '2024-02-01T16:31:00.000Z'), 'eastern').toISOString()).toBe(
      '2024-02-01T21:31:00.000Z',
    )
  })

  test('an acceptance counts to the second on either clock, and a filing without one from the end of its day', () => {
    const timed = filing('8-K', '2024-02-01', '2024-02-01T16:31:42.000Z')
    expect(acceptedAt(timed, 'utc').toISOString()).toBe('2024-02-01T16:31:42.000Z')
    expect(acceptedAt(timed, 'eastern').toISOString()).toBe('2024-02-01T21:31:42.000Z')
    expect(endOfDay(tradingDay('2024-02-01')).toISOString()).toBe('2024-02-02T05:00:00.000Z')
  })

  test.each([
    ['2024-02-01T16:31:42.000Z', true],
    ['2024-07-01T16:31:42', true],
    ['2024-02-01', false],
    ['Thu, 01 Feb 2024 16:31:42', false],
    ['2024-02-01T16:31:42-05:00', false],
    ['2024-13-01T16:31:42.000Z', false],
    ['', false],
  ])('%j is an acceptance: %s', (text, isOne) => expect(isAcceptance(text)).toBe(isOne))

  test('an acceptance without its Z does not depend on the zone of the machine', () => {
    const zoneless = filing('8-K', '2024-07-01', '2024-07-01T16:31:42')
    expect(acceptedAt(zoneless, 'utc').toISOString()).toBe('2024-07-01T16:31:42.000Z')
    expect(acceptedAt(zoneless, 'eastern').toISOString()).toBe('2024-07-01T20:31:42.000Z')
  })

  test.each([
    ['2024-02-01', '05:59', 'utc'],
    ['2024-02-01', '06:00', 'eastern'],
    ['2024-02-02', '17:30', 'utc'],
    ['2024-02-02', '17:31', 'eastern'],
    ['2024-02-03', '17:31', 'eastern'],
    ['2024-02-04', '17:31', 'utc'],
  ])('a filing of %s that was accepted on 2024-02-01 at %s speaks for the clock %s', (filed, time, clock) => {
    expect(clockOf([filing('8-K', filed, `2024-02-01T${time}:00.000Z`)])).toBe(clock)
  })

  test('a filing date before the acceptance does not make a filing known earlier', () => {
    const submissions = {
      filings: {
        recent: {
          accessionNumber: ['a', 'b'],
          filingDate: ['2024-02-02', '2024-02-02'],
          acceptanceDateTime: ['2024-02-05T15:00:00.000Z', '2024-02-01T23:03:38.000Z'],
          form: ['10-K/A', '10-Q'],
        },
      },
    }
    expect([...filingDays(JSON.stringify(submissions), 'submissions.json')]).toEqual([
      ['a', '2024-02-05'],
      ['b', '2024-02-02'],
    ])
  })
})

test('a report of the evening that is dated by its own day does not agree with the Eastern reading', () => {
  const ofTheEvening = filing('10-Q', '2024-02-01', '2024-02-01T18:03:00')
  const onlyEastern = filing('4', '2024-02-01', '2024-02-01T09:00:00')
  expect(clockOf([onlyEastern])).toBe('eastern')
  expect(clockOf([ofTheEvening, onlyEastern])).toBe('utc')
})

test('a list of filings without forms is read, and one of another shape is refused with its name', () => {
  const recent = {
    accessionNumber: ['a'],
    filingDate: ['2024-02-02'],
    acceptanceDateTime: ['2024-02-01T23:03:38.000Z'],
  }
  expect([...filingDays(JSON.stringify({ filings: { recent } }), 's.json')]).toEqual([['a', '2024-02-02']])
  expect(() => filingDays(JSON.stringify({ filings: {} }), 's.json')).toThrow('s.json: no submissions of the SEC')
})
