import { html } from 'ghtml'
import { dayWords } from '../../shared/time/eastern-words.ts'
import { TickerParams } from '../company/ticker-parameter.ts'
import type { Answer } from './answers.ts'
import { emptyState, sentence, stack } from './card.ts'
import {
  analogsCard,
  earningsCard,
  fundamentalsCard,
  notableCard,
  optionsCard,
  ownershipCard,
  panelCard,
  priceCard,
  sentimentCard,
} from './cards/company.ts'
import { largestStrikes, strikeChart } from './charts/strike-chart.ts'
import { definePage } from './define-page.ts'
import { reading } from './page-documents.ts'
import { changeWords } from './words.ts'

type Gamma = Answer<'getCompanyGamma'>
const STRIKES = 30

function gammaOf({ profile, spot, day, call_wall: call, put_wall: put, zero_gamma: zero, reasons }: Gamma): string {
  if (spot === null) return emptyState(sentence(reasons.spot ?? 'no chain is known'))
  const drawn = largestStrikes(profile, STRIKES, [call, put])
  const wall = (at: number | null): string => {
    if (at === null) return 'none'
    return drawn.some(({ strike }) => strike === at)
      ? String(at)
      : `${at}, further from the price than the strikes drawn`
  }
  return html`!${strikeChart(drawn, spot)}<p class="small mute">Net exposure of dealers${day === null ? '' : ` at the chain of ${dayWords(day)}`}, in dollars per 1 % move; to the left they amplify, to the right they dampen.</p><dl><dt>Call wall</dt><dd>${wall(call)}</dd><dt>Put wall</dt><dd>${wall(put)}</dd><dt>Zero gamma</dt><dd>${zero === null ? sentence(reasons.zero_gamma ?? 'none') : zero.toFixed(2)}</dd></dl>`
}

export const companyPage = definePage({
  path: '/company/:ticker',
  summary: 'One company: what is notable, price, options, reports, filings, insiders',
  description: 'The panels of a company that is scaffolded, each with the route of its figures.',
  params: TickerParams,
  reads: ({ params: { ticker } }) => {
    const of = { params: { ticker }, restsOn: 'panels' } as const
    const path = '/api/v1/company/:ticker'
    return {
      profile: reading<Answer<'getCompany'>>(path, of),
      price: reading<Answer<'getCompanyPrice'>>(`${path}/price`, of),
      options: reading<Answer<'getCompanyOptions'>>(`${path}/options`, of),
      gamma: reading<Gamma>(`${path}/gamma`, of),
      earnings: reading<Answer<'getCompanyEarnings'>>(`${path}/earnings`, of),
      fundamentals: reading<Answer<'getCompanyFundamentals'>>(`${path}/fundamentals`, of),
      ownership: reading<Answer<'getCompanyOwnership'>>(`${path}/ownership`, of),
      sentiment: reading<Answer<'getCompanySentiment'>>(`${path}/sentiment`, of),
      analogs: reading<Answer<'listCompanyAnalogs'>>(`${path}/analogs`, of),
    }
  },
  render(documents, { params: { ticker } }) {
    const about = documents.profile.value
    const name = about?.name ?? null
    const where = [about?.sector, about?.industry === about?.sector ? null : about?.industry, about?.exchange]
    const close = about?.close == null ? '' : `, ${about.close.toFixed(2)} (${changeWords(about.change, 1)})`
    return {
      title: `${ticker}${close}`,
      description: `${name ?? ticker}: price, options, reports, filings and insiders.`,
      main: html`<div class="top"><h1>${name ?? ticker}!${name === null ? '' : html` <span class="mute">${ticker}</span>`}</h1><span class="mute">${where.filter((each) => each != null).join(' · ')}</span></div>
!${stack(5, [
        priceCard(ticker, documents.price),
        notableCard(ticker, documents.profile),
        panelCard({
          title: 'Gamma by strike',
          width: 5,
          source: `/api/v1/company/${ticker}/gamma`,
          document: documents.gamma,
          body: gammaOf,
        }),
        sentimentCard(ticker, documents.sentiment),
      ])}
!${stack(7, [
        optionsCard(ticker, documents.options),
        earningsCard(ticker, documents.earnings),
        ownershipCard(ticker, documents.ownership),
        analogsCard(ticker, documents.analogs),
      ])}
!${fundamentalsCard(ticker, documents.fundamentals)}
<p><a href="/">Today</a></p>`,
    }
  },
})
