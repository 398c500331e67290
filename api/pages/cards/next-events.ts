import { html } from 'ghtml'
import { sessionOn } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { dayWords, weekdayWords } from '../../../shared/time/eastern-words.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { Answer } from '../answers.ts'
import { caption, card, emptyState } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { percentWords } from '../words.ts'

type Fed = Answer<'getFedMeetingOdds'>
type Gamma = Answer<'getGamma'>
type Expiry = Gamma['by_expiration'][number]

/** The nearest expiries; the one with the most gamma is shown wherever it lies. */
const EXPIRIES = 3

interface Event {
  day: string
  name: string
  words: string
}

function meetingOf({ next_meeting: day, hold, cut, hike, reason, range_lacks_decision: decided }: Fed): Event[] {
  if (day === null) return []
  const odds = [
    ['hold', hold],
    ['cut', cut],
    ['hike', hike],
  ] as const
  const words = odds.flatMap(([name, share]) => (share === null ? [] : [`${name} ${percentWords(share)}`])).join(', ')
  const from = words !== '' && decided ? `, from the range since the decision of ${dayWords(decided)}` : ''
  return [{ day, name: 'Fed decision', words: `${words || (reason ?? 'no odds')}${from}` }]
}

const largestOf = (expiries: readonly Expiry[]): Expiry[] =>
  expiries.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0)).slice(0, 1)

function expiriesOf(expiries: readonly Expiry[]): Event[] {
  const largest = largestOf(expiries)
  return [...new Set([...expiries.slice(0, EXPIRIES), ...largest])].map((each) => ({
    day: each.expiration,
    name: largest.includes(each) ? 'Largest SPY expiry' : 'SPY options expire',
    words: `${percentWords(each.share)} of gamma${each.straddle === null ? '' : `, straddle ${each.straddle.toFixed(2)}`}`,
  }))
}

const row = ({ day, name, words }: Event): string =>
  html`<tr><th scope="row"><time datetime="${day}">${weekdayWords(day)}</time></th><td>${name}</td><td class="r small mute">${words}</td></tr>`

const REPORTS = 4
type Watched = Answer<'getWatchlist'>['companies'][number]

/** The next reports of pinned companies, each with the move that its options imply. */
const reportsOf = (watched: readonly Watched[]): Event[] =>
  watched
    .flatMap(({ ticker, next_report: day, implied_move: move }) =>
      day === null
        ? []
        : [
            {
              day,
              name: `${ticker} reports`,
              words: move === null ? 'no implied move' : `options imply ${percentWords(move, 1)}`,
            },
          ],
    )
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(0, REPORTS)

interface NextEventsInput {
  fed: Known<Fed>
  gamma: Known<Gamma>
  watchlist: Known<Answer<'getWatchlist'>>
  /** Service time; null until it is known. */
  now: Date | null
}

/** The first day of which an option that expires still lies ahead: it has expired with the close of its own day. */
export function firstExpiry(now: Date): string {
  const { day } = eastern(now)
  const session = sessionOn(day)
  return session && now >= session.close ? addDays(day, 1) : day
}

export function nextEventsCard({ fed, gamma, watchlist, now }: NextEventsInput): string {
  return card({
    title: 'Next events',
    width: 4,
    source: '/api/v1/signals/fedwatch',
    document: fed,
    body(value) {
      // The documents are of the last cycle, which may be days old: what is next goes by service time.
      const today = now === null ? (value.as_of?.slice(0, 10) ?? '') : eastern(now).day
      const first = now === null ? today : firstExpiry(now)
      const events = [
        ...meetingOf(value),
        ...expiriesOf((gamma.value?.by_expiration ?? []).filter(({ expiration }) => expiration >= first)),
        ...reportsOf((watchlist.value?.companies ?? []).filter(({ next_report: day }) => day !== null && day >= today)),
      ].filter(({ day }) => day >= today)
      if (events.length === 0) return emptyState('No meeting, no expiry and no report is known.')
      return html`<table>!${caption('Events by day')}<thead class="hidden"><tr><th>Day</th><th>Event</th><th>What is known of it</th></tr></thead><tbody>!${events.toSorted((a, b) => a.day.localeCompare(b.day)).map(row)}</tbody></table>
<p class="small mute">Odds are implied by fed-fund futures. Reports are those of pinned companies.</p>`
    },
  })
}
