import { describe, expect, test } from 'vitest'
import { isOpen, newestDueReport, reportFreshness } from './report-freshness.ts'

const at = (text: string): Date => new Date(text)
const LONG_AGO = at('2026-01-01T00:00:00Z')

describe('the newest due report', () => {
  test.each([
    [
      'before the first report is due: the close of the previous session',
      '2026-11-20T14:34:59Z',
      '2026-11-19T21:20:00Z',
    ],
    ['five minutes after the open: the first report', '2026-11-20T14:35:00Z', '2026-11-20T14:30:00Z'],
    ['in the session: the last quarter-hour minus the grace', '2026-11-20T15:34:00Z', '2026-11-20T15:15:00Z'],
    ['after the bell, before the feed shows the close', '2026-11-20T21:24:59Z', '2026-11-20T21:00:00Z'],
    ['in the evening: the close', '2026-11-20T23:00:00Z', '2026-11-20T21:20:00Z'],
    ['on a Sunday: the close of Friday', '2026-11-22T12:00:00Z', '2026-11-20T21:20:00Z'],
    ['on Thanksgiving: the close of Wednesday', '2026-11-26T18:00:00Z', '2026-11-25T21:20:00Z'],
    ['after a half-day: 13:20', '2026-11-27T20:00:00Z', '2026-11-27T18:20:00Z'],
  ])('%s', (_name, now, due) => expect(newestDueReport(at(now))).toEqual(at(due)))
})

describe('freshness', () => {
  const judge = (now: string, latest: string | null, since: Date | null = LONG_AGO) =>
    reportFreshness({ now: at(now), latest: latest === null ? null : at(latest), runningSince: since })

  test('a weekend does not count as an outage', () =>
    expect(judge('2026-11-22T12:00:00Z', '2026-11-20T21:20:00Z').state).toBe('fresh'))
  test('one missing report is late', () => {
    expect(judge('2026-11-20T15:36:00Z', '2026-11-20T15:15:00Z')).toMatchObject({ state: 'late', behind: 1 })
  })
  test('three missing reports are still late', () => {
    expect(judge('2026-11-20T15:36:00Z', '2026-11-20T14:45:00Z')).toMatchObject({ state: 'late', behind: 3 })
  })
  test('a report of the very start of the service is due', () => {
    expect(judge('2026-11-20T15:36:00Z', null, at('2026-11-20T15:30:00Z'))).toMatchObject({ state: 'late', behind: 1 })
    expect(judge('2026-11-20T15:36:00Z', null, at('2026-11-20T15:15:00Z'))).toMatchObject({ state: 'late', behind: 2 })
    expect(judge('2026-11-20T15:36:00Z', null, at('2026-11-20T15:30:00.001Z')).state).toBe('not_due')
  })
  test('four missing reports are an issue', () => {
    expect(judge('2026-11-20T15:36:00Z', '2026-11-20T14:30:00Z')).toMatchObject({ state: 'missing', behind: 4 })
  })
  test('reports of the previous session are not counted', () => {
    expect(judge('2026-11-20T14:36:00Z', '2026-11-18T21:00:00Z')).toMatchObject({ state: 'late', behind: 1 })
  })
  test('no report is due from before the service ran', () => {
    expect(judge('2026-11-20T15:36:00Z', null, at('2026-11-20T15:31:00Z')).state).toBe('not_due')
    expect(judge('2026-11-20T15:36:00Z', null, null).state).toBe('not_due')
    expect(judge('2026-11-20T15:36:00Z', null, at('2026-11-20T15:10:00Z'))).toMatchObject({ state: 'late', behind: 2 })
  })
})

test.each([
  ['2026-11-20T14:29:59Z', false],
  ['2026-11-20T14:30:00Z', true],
  ['2026-11-20T20:59:59Z', true],
  ['2026-11-20T21:00:00Z', false],
  ['2026-11-21T15:30:00Z', false],
])('the exchange at %s is open: %s', (now, expected) => expect(isOpen(at(now))).toBe(expected))
