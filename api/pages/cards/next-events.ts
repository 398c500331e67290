import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { card, emptyState } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { dayWords, percentWords } from '../words.ts'

type Fed = Answer<'getFedMeetingOdds'>
type Gamma = Answer<'getGamma'>

const EXPIRIES = 4

function fedWords({ next_meeting: meeting, hold, cut, hike }: Fed): string {
  if (meeting === null) return ''
  const odds = [
    ['hold', hold],
    ['cut', cut],
    ['hike', hike],
  ] as const
  const words = odds.flatMap(([name, share]) => (share === null ? [] : [`${name} ${percentWords(share)}`])).join(', ')
  return html`<li><b>${dayWords(meeting)}</b> <span>Fed decision</span><span class="mute small">${words || 'no odds'}</span></li>`
}

const expiryWords = ({ expiration, share, straddle }: Gamma['by_expiration'][number]): string =>
  html`<li><b>${dayWords(expiration)}</b> <span>SPY options expire</span><span class="mute small">${percentWords(share)} of gamma${straddle === null ? '' : `, straddle ${straddle.toFixed(2)} dollars`}</span></li>`

const REPORTS = 4
type Watched = Answer<'getWatchlist'>['companies'][number]

const reportWords = ({ ticker, next_report: day, implied_move: move }: Watched): string =>
  html`<li><b>${dayWords(day ?? '')}</b> <span><a href="/company/${ticker}">${ticker}</a> reports</span><span class="mute small">${move === null ? 'no implied move' : `options imply ${percentWords(move, 1)}`}</span></li>`

export function nextEventsCard(fed: Known<Fed>, gamma: Known<Gamma>, watchlist: Known<Answer<'getWatchlist'>>): string {
  return card({
    title: 'Next events',
    width: 8,
    source: '/api/v1/signals/fedwatch',
    document: fed,
    body(value) {
      const meeting = fedWords(value)
      const expiries = (gamma.value?.by_expiration ?? []).slice(0, EXPIRIES).map(expiryWords)
      const reports = (watchlist.value?.companies ?? [])
        .filter(({ next_report: day }) => day !== null)
        .toSorted((a, b) => (a.next_report! < b.next_report! ? -1 : 1))
        .slice(0, REPORTS)
        .map(reportWords)
      if (meeting === '' && expiries.length === 0 && reports.length === 0)
        return emptyState('No meeting and no expiry is known.')
      return html`<ul class="plain">!${expiries}!${meeting}!${reports}</ul>
<p class="small mute">Odds are those that fed-fund futures imply. Reports are those of pinned companies.</p>`
    },
  })
}
