import { AppError } from '../../shared/errors.ts'
import { addSessions, previousSession, sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { breadthSeries, COVERAGE_MIN } from './breadth-series.ts'
import { constituents } from './feeds/constituents.ts'
import { yahooMember } from './feeds/yahoo-member.ts'
import { sessionBreadth } from './member-breadth.ts'
import { defineSource, type FeedContext } from './source.ts'

const DAY_MS = 86_400_000
/** The sessions that an outage may have left out; every response contains their bars. */
const LATEST_SESSIONS = 24
/** The sessions in 1,120 days of bars after the first 200-day average. */
const HISTORY_SESSIONS = 552
/** Yahoo allows about 22 requests a minute: 503 members take 23 minutes. The broker redelivers after 30 minutes. */
const PATIENCE_MS = 26 * 60_000
/** As for the bars themselves (feeds/yahoo-chart.ts): they are final half an hour after the close. */
const SETTLED_AFTER_MS = 30 * 60_000

function newestSettled({ at, day }: FeedContext): TradingDay {
  const session = sessionOn(day)
  return session && at.getTime() >= session.close.getTime() + SETTLED_AFTER_MS ? day : previousSession(day).day
}

/** The share of members above their own averages in percent, from the members' bars, one request each. */
export const breadth = defineSource({
  id: 'breadth',
  attribution: 'own computation from daily bars of Yahoo Finance; members and GICS sectors: public list (Wikipedia)',
  gives: {
    constituents: { series: [], also: 'members of the S&P 500 with their sectors' },
    yahoo: { series: ['pct_above_50dma', 'pct_above_200dma'], also: "members' bars, breadth by sector" },
  },
  needsAll: true,
  routes: ['/api/v1/signals/sectors'],
  everyCycle: false,
  // Once a day, when every bar of the day is final, and in time for the screener's run of 17:30. The next run fills what
  // this one misses, but the daily row of 20:00 is never revised, so a failed run is repeated before it.
  at: ['16:45'],
  againAt: ['18:05', '19:10'],
  // A run on Tuesday that fails after a long weekend is four days later than Friday's.
  maxAgeMs: 5 * DAY_MS,
  patienceMs: PATIENCE_MS,
  shareMin: COVERAGE_MIN,
  pastIsFinal: true,
  feeds: () => [constituents],
  follow: ({ members }) => members.map(yahooMember),
  derive({ members, bars }, context) {
    const newest = newestSettled(context)
    const back = context.mode === 'history' ? HISTORY_SESSIONS : LATEST_SESSIONS
    const sessions = sessionBreadth(members, bars, sessionsBetween(addSessions(newest, 1 - back).day, newest))
    const today = sessions.at(-1)!
    if (today.counted50 < COVERAGE_MIN * today.members)
      throw new AppError(
        'invalid',
        `only ${today.counted50} of ${today.members} members have 50 closes up to ${newest}`,
      )
    const covered = sessions.filter((session) => session.counted50 >= COVERAGE_MIN * session.members)
    return { observations: covered.flatMap(breadthSeries), breadth: covered }
  },
})
