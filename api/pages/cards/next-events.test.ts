import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { nextEventsCard } from './next-events.ts'

type Given = Parameters<typeof nextEventsCard>[0]

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const expiry = (expiration: string) => ({ expiration, share: 0.1, straddle: null })

/** The newest documents are of Friday 27 November. */
const daysAt = (now: string | null): (string | undefined)[] => {
  const shown = nextEventsCard({
    fed: known({ as_of: '2026-11-27T13:00:00-05:00', next_meeting: '2026-12-09', reason: null }),
    gamma: known({ by_expiration: ['2026-11-25', '2026-11-27', '2026-11-30', '2026-12-01'].map(expiry) }),
    watchlist: known({ companies: [{ ticker: 'NVDA', next_report: '2026-11-25', implied_move: null }] }),
    now: now === null ? null : new Date(now),
  } as unknown as Given)
  return [...shown.matchAll(/datetime="([^"]+)"/g)].map(([, day]) => day)
}

const MEETING = '2026-12-09'

it.each([
  ['in the session', '2026-11-27T12:00:00-05:00', ['2026-11-27', '2026-11-30', '2026-12-01', MEETING]],
  ['after the early close', '2026-11-27T18:00:00-05:00', ['2026-11-30', '2026-12-01', MEETING]],
  ['on Sunday', '2026-11-29T12:00:00-05:00', ['2026-11-30', '2026-12-01', MEETING]],
  ['on Monday before the open', '2026-11-30T09:05:00-05:00', ['2026-11-30', '2026-12-01', MEETING]],
  ['on Tuesday, of stale documents', '2026-12-01T09:05:00-05:00', ['2026-12-01', MEETING]],
  ['after a decision', '2026-12-10T09:05:00-05:00', []],
  ['before the clock is known', null, ['2026-11-27', '2026-11-30', '2026-12-01', MEETING]],
])('what has passed by service time is no next event: %s', (_name, now, days) => {
  expect(daysAt(now)).toEqual(days)
})

it('states after a decision that the odds of the next meeting count from the range since then', () => {
  const shown = (range_lacks_decision: string | null) =>
    nextEventsCard({
      fed: known({ next_meeting: '2027-01-27', hold: 0.12, cut: 0, hike: 0.88, reason: null, range_lacks_decision }),
      gamma: known({ by_expiration: [] }),
      watchlist: known({ companies: [] }),
      now: new Date('2026-12-09T14:15:00-05:00'),
    } as unknown as Given)
  expect(shown('2026-12-09')).toContain('hike 88\u00A0%, from the range since the decision of 9 Dec 2026<')
  expect(shown(null)).toContain('hike 88 %<')
})

it('names the four nearest reports of pinned companies with their implied moves', () => {
  const report = (ticker: string, next_report: string | null, implied_move: number | null = null) => ({
    ticker,
    next_report,
    implied_move,
  })
  const shown = nextEventsCard({
    fed: known({ as_of: '2026-11-27T13:00:00-05:00', next_meeting: null, reason: null }),
    gamma: known({ by_expiration: [] }),
    watchlist: known({
      companies: [
        report('LATE', '2027-02-08'),
        report('FIRST', '2026-11-30', 0.074),
        report('NONE', null),
        report('THIRD', '2027-01-25'),
        report('SECOND', '2026-12-01'),
        report('FOURTH', '2027-02-03', 0.035),
      ],
    }),
    now: new Date('2026-11-27T18:00:00-05:00'),
  } as unknown as Given)
  expect([...shown.matchAll(/(\w+) reports/g)].map(([, ticker]) => ticker)).toEqual([
    'FIRST',
    'SECOND',
    'THIRD',
    'FOURTH',
  ])
  expect(shown).toContain('options imply 7.4 %')
  expect(shown).toContain('no implied move')
})

const textOfEvents = (fed: object, expirations: readonly object[] = []): string =>
  textOf(
    nextEventsCard({
      fed: known({ as_of: '2026-11-27T13:00:00-05:00', next_meeting: null, reason: null, ...fed }),
      gamma: known({ by_expiration: expirations }),
      watchlist: known(null),
      now: new Date('2026-11-27T12:00:00-05:00'),
    } as unknown as Given),
  )

it('the expiry with the most gamma is named wherever it is, in addition to the three nearest', () => {
  const expiries = ['2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02'].map((day, at) => ({
    ...expiry(day),
    share: [0.1, null, 0.05, 0.09][at],
    straddle: at === 0 ? 2.674 : null,
  }))
  const far = { ...expiry('2026-12-18'), share: 0.4, straddle: 12 }
  expect(textOfEvents({}, [...expiries, far])).toBe(
    'Next events figures Events by day Day Event What is known of it Fri 27 Nov 2026 SPY options expire 10 % of gamma, ' +
      'straddle 2.67 Mon 30 Nov 2026 SPY options expire unknown of gamma Tue 1 Dec 2026 SPY options expire 5 % of gamma ' +
      'Fri 18 Dec 2026 Largest SPY expiry 40 % of gamma, straddle 12.00 Odds are implied by fed-fund futures. ' +
      'Reports are those of pinned companies.',
  )
  expect(textOfEvents({}, expiries).match(/Largest SPY expiry 10 %/g)).toHaveLength(1)
})

it.each([
  [{ hold: 0.38, cut: 0, hike: 0.62 }, 'Fed decision hold 38 %, cut 0 %, hike 62 % Odds'],
  [{ hold: null, cut: null, hike: null, reason: 'no price is known' }, 'Fed decision no price is known Odds'],
  [{ hold: null, cut: null, hike: null, range_lacks_decision: '2026-10-28' }, 'Fed decision no odds Odds'],
])('a meeting with odds of %j is told', (odds, words) => {
  expect(textOfEvents({ next_meeting: '2026-12-09', ...odds })).toContain(`Wed 9 Dec 2026 ${words}`)
})

it('without upcoming events it states that none is known', () => {
  expect(textOfEvents({})).toBe('Next events figures No meeting, no expiry and no report is known.')
})
