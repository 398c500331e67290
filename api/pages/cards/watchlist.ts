import { html } from 'ghtml'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { changeWords, percentWords } from '../words.ts'

type Company = Answer<'getWatchlist'>['companies'][number]

/** The newest close that the table holds; its companies are closed together. */
function closesWords(companies: readonly Company[]): string {
  const days = companies.flatMap(({ day }) => (day === null ? [] : [day])).toSorted()
  return days.length === 0 ? '' : `, closes of ${dayWords(days.at(-1)!)}`
}

const COLUMNS = { close: 'close', iv30: 'volatility', iv_rank: 'rank' } as const
const isUnknown = (company: Company) => (key: keyof typeof COLUMNS) => company[key] === null

/** Says which figures are unknown and why, once for all companies that lack them for one reason. */
function unknownWords(companies: readonly Company[]): string {
  const lacking = new Map<string, string[]>()
  const note = (words: string, ticker: string) => lacking.set(words, [...(lacking.get(words) ?? []), ticker])
  for (const company of companies) {
    const { ticker, reason, next_report: report, implied_move: move } = company
    const keys = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter(isUnknown(company))
    if (keys.length > 0)
      note(`no ${keys.map((key) => COLUMNS[key]).join(', ')}: ${reason ?? 'no reason is known'}`, ticker)
    if (report === null) note('no next report: neither the calendar nor a past report tells it', ticker)
    else if (move === null)
      note('no implied move: no stored option chain implies one for the day of the report', ticker)
  }
  const lines = [...lacking].map(([words, tickers]) => {
    const whose = tickers.length === companies.length ? 'all companies' : tickers.join(', ')
    return html`<li class="small mute">${`${sentence(words).replace(/\.$/, '')} (${whose}).`}</li>`
  })
  return lines.length === 0 ? '' : html`<ul class="plain">!${lines}</ul>`
}

/** The pinned companies, each with a link to its page, and what changed among them most. */
export function watchlistCard(
  watchlist: Known<Answer<'getWatchlist'>>,
  changes: Known<Answer<'listWatchlistChanges'>>,
): string {
  return card({
    title: 'Companies',
    width: 12,
    source: '/api/v1/company/watchlist',
    document: watchlist,
    aside: ({ count, companies }) => html`${String(count)} pinned${closesWords(companies)}`,
    body({ companies, reason }) {
      if (companies.length === 0) return emptyState(sentence(reason ?? 'no company is pinned'))
      const rows = companies.map(
        ({ ticker, name, close, change, iv30, iv_rank: rank, next_report: report, implied_move: move }) =>
          html`<tr><th scope="row"><a href="/company/${ticker}">${ticker}</a> <span class="small mute">${name ?? ''}</span></th><td class="n">${close?.toFixed(2) ?? 'unknown'}</td><td class="n">${changeWords(change, 1)}</td><td class="n">${percentWords(iv30, 1)}</td><td class="n roomy">${percentWords(rank)}</td><td>${report === null ? 'unknown' : dayWords(report)}</td><td class="n roomy">${percentWords(move, 1)}</td></tr>`,
      )
      const top = (changes.value?.changes ?? []).slice(0, 5)
      const news =
        top.length === 0
          ? ''
          : html`<ul class="plain">!${top.map(({ ticker, text }) => html`<li><b><a href="/company/${ticker}">${ticker}</a></b> <span>${text}</span></li>`)}</ul>`
      return html`!${wideTable('Pinned companies', '<th>Company</th><th class="n">Close</th><th class="n">Change</th><th class="n">Volatility, 30 days</th><th class="n roomy">Rank</th><th>Next report</th><th class="n roomy">Implied move</th>', rows)}!${unknownWords(companies)}!${news}
<p class="small mute">Every member of the index has a page: write its ticker after /company/.</p>`
    },
  })
}
