import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import { isSession } from '../../../shared/time/calendar.ts'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import type { Answer } from '../answers.ts'
import { emptyState, sentence, wideTable } from '../card.ts'
import { momentWords, percentWords, shortAmount } from '../words.ts'

type Flow = Answer<'getFlowOfSymbol'>
type Comparison = Flow['history']['volume']

export const UNKNOWN = 'unknown'

export const count = (value: number | null): string => (value === null ? UNKNOWN : value.toLocaleString('en-US'))

/** Dollars to three digits, which is as exact as the estimate is. */
export function money(value: number | null): string {
  if (value === null) return UNKNOWN
  return value >= 1e3 ? shortAmount(value) : String(Math.round(value))
}

/** The time of the chain that figures are of; `now` is service time, Eastern. */
export const chainWords = ({ quoted_at: at }: { quoted_at: string | null }, now: string | undefined): string =>
  at === null ? '' : html`chain of !${momentWords(at, now)}`

/** In a session without a chain yet, the page first states the day of its figures. */
export function earlierSessionNote(flow: Flow | null, now: string | undefined): string {
  const today = now?.slice(0, 10)
  if (!flow?.session || today === undefined || flow.session === today || !isSession(today as TradingDay)) return ''
  return html`<p class="note warn">No option chain of today, ${dayWords(today)}, is known yet: the figures are of ${dayWords(flow.session)}.</p>`
}

function comparisonRow(
  words: string,
  { value, median, percentile, n, reason }: Comparison,
  shown: (value: number | null) => string = count,
): string {
  const rank = percentile === null ? (reason ?? UNKNOWN) : `above ${percentWords(percentile)} of ${n}`
  return html`<tr><th scope="row">${words}<br><span class="small mute">${rank}</span></th><td class="n">${shown(value)}</td><td class="n">${shown(median)}</td></tr>`
}

/** The comparison above knows only closing chains of most sessions, so the premium of all chains stands apart. */
const premiumWords = ({ premium, premium_basis: basis, premium_chains: chains }: Flow): string =>
  basis === 'chain_increments'
    ? html` Estimated premium of the session: ${money(premium)} dollars, from ${counted(chains ?? 0, 'chain')}, each with what traded since the one before.`
    : ''

function stateWords({ session, is_closing: isClosing }: Flow, isToday: boolean): string {
  const day = dayWords(session ?? '')
  if (isClosing) return day
  return isToday ? `${day}, not over` : `${day} without its closing chain`
}

/** The newest session's trading against that of its own earlier ones; only a session that continues is called now. */
export function sessionBody(flow: Flow, now: string | undefined): string {
  if (flow.session === null) return emptyState(sentence(flow.reason ?? 'nothing is known'))
  const { history } = flow
  const isToday = flow.session === now?.slice(0, 10)
  const rows = [
    comparisonRow('Contracts', history.volume),
    comparisonRow('Premium by the newest chain alone, dollars', history.premium, money),
    comparisonRow('Puts over calls', history.put_call_volume),
    comparisonRow('Share that expires the same day', history.zdte_share_volume, (share) => percentWords(share)),
  ]
  const column = isToday && !flow.is_closing ? 'Now' : dayWords(flow.session)
  const headings = html`<th>Figure against its own earlier sessions</th><th class="n">${column}</th><th class="n">Median</th>`
  return html`!${wideTable('Session', headings, rows)}
<p class="small mute">${stateWords(flow, isToday)}, price ${count(flow.spot)}.!${premiumWords(flow)} ${sentence(flow.basis_note)}</p>`
}
