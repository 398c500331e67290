import { addSessions, isSession, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { dixCsv } from './feeds/dix-csv.ts'
import { finraShortVolume } from './feeds/finra-short-volume.ts'
import { defineSource, type FeedContext } from './source.ts'

/** FINRA posts a day's file by 18:00 ET. */
const POSTED_MINUTE = 18 * 60
/** One request per day and file: a month covers the recent range without emptying the budget. */
const HISTORY_SESSIONS = 21

const DAY_MS = 86_400_000

/** The newest session whose file can exist. */
function newestFile({ at, day }: FeedContext): TradingDay {
  const today = isSession(day) && eastern(at).minuteOfDay >= POSTED_MINUTE
  return today ? day : addSessions(day, -1).day
}

export const darkpool = defineSource({
  id: 'darkpool',
  attribution: 'FINRA (TRF/ADF short-sale volume); SqueezeMetrics (DIX, GEX)',
  gives: { dix: { series: ['dix', 'gex_vendor'] }, finra: { series: ['finra_short_share'] } },
  routes: [],
  everyCycle: false,
  // 18:15: the files of the day. 19:15: a late file. 09:00: a file that came in the night.
  at: ['09:00', '18:15', '19:15'],
  // Friday’s values are used until Tuesday morning of a long weekend.
  maxAgeMs: 4 * DAY_MS,
  feeds(context) {
    const newest = newestFile(context)
    const back = context.mode === 'history' ? HISTORY_SESSIONS - 1 : 0
    const days = Array.from({ length: back + 1 }, (_, index) => addSessions(sessionOnOrBefore(newest).day, -index).day)
    return [dixCsv, ...days.map((each) => finraShortVolume(each, context.day))]
  },
})
