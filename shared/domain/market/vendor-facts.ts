import type { QuoteProviderId } from './market-quote.ts'
import type { VendorId } from './source-id.ts'

/** Terms an operator accepts by name (`ACCEPT_TERMS`); otherwise the real vendor receives no requests. */
export const TERMS = ['cboe', 'dix', 'google_news', 'nasdaq', 'yahoo'] as const
export type TermsName = (typeof TERMS)[number]

export interface VendorFacts {
  name: string
  /** The real host, reached by HTTPS; redirects to other hosts are not followed. Empty: the operator names it. */
  baseUrl: string
  /** Path segment of this vendor in the simulator. */
  simulated: string
  /** Null for open data, or if the operator's own key or file already implies acceptance. */
  terms: TermsName | null
  /** Summary of the terms for people. */
  licence: string
  key: string
}

const NO_KEY = 'none'

export const VENDOR_FACTS: Readonly<Record<VendorId, VendorFacts>> = {
  fred: {
    name: 'FRED, chart download',
    baseUrl: 'https://fred.stlouisfed.org',
    simulated: 'fred',
    terms: null,
    licence:
      'attribution "FRED, Federal Reserve Bank of St. Louis"; Treasury, H.15, H.10 and EIA series are public domain, ' +
      'ICE BofA series are copyright ICE and reach back three years only; check the terms before redistribution',
    key: NO_KEY,
  },
  fred_api: {
    name: 'FRED API',
    baseUrl: 'https://api.stlouisfed.org',
    simulated: 'fred-api',
    terms: null,
    licence: 'as for the chart download; requesting a key accepts the API terms, which object to storing content',
    key: '`FRED_API_KEY`; without it the chart download is used',
  },
  cboe: {
    name: 'Cboe Global Markets, delayed quotes and index files',
    baseUrl: 'https://cdn.cboe.com',
    simulated: 'cboe',
    terms: 'cboe',
    licence: 'personal, non-commercial viewing; storing, displaying or redistributing requires written consent',
    key: NO_KEY,
  },
  finra: {
    name: 'FINRA, daily short-sale volume',
    baseUrl: 'https://cdn.finra.org',
    simulated: 'finra',
    terms: null,
    licence: 'public file; attribution',
    key: NO_KEY,
  },
  dix: {
    name: 'SqueezeMetrics, DIX.csv',
    baseUrl: 'https://squeezemetrics.com',
    simulated: 'dix',
    terms: 'dix',
    licence: 'no systematic retrieval into a database without written permission',
    key: NO_KEY,
  },
  yahoo: {
    name: 'Yahoo Finance, chart',
    baseUrl: 'https://query1.finance.yahoo.com',
    simulated: 'yahoo',
    terms: 'yahoo',
    licence: 'unofficial interface; personal use, no redistribution',
    key: NO_KEY,
  },
  constituents: {
    name: 'datasets/s-and-p-500-companies on GitHub',
    baseUrl: 'https://raw.githubusercontent.com',
    simulated: 'constituents',
    terms: null,
    licence: 'ODC-PDDL 1.0 (public domain); GICS is a mark of S&P and MSCI',
    key: NO_KEY,
  },
  cftc: {
    name: 'CFTC, public reporting',
    baseUrl: 'https://publicreporting.cftc.gov',
    simulated: 'cftc',
    terms: null,
    licence: 'US government, public domain',
    key: NO_KEY,
  },
  aaii: {
    name: 'AAII, sentiment survey',
    baseUrl: 'https://www.aaii.com',
    simulated: 'aaii',
    terms: null,
    licence:
      'copyright AAII, for members, no redistribution; automated access is blocked, so an operator provides the sheet',
    key: '`AAII_DROP_DIR`, a folder; without it the source is off',
  },
  fed: {
    name: 'Federal Reserve Board, press releases',
    baseUrl: 'https://www.federalreserve.gov',
    simulated: 'fed',
    terms: null,
    licence: 'US government, public domain',
    key: NO_KEY,
  },
  bls: {
    name: 'Bureau of Labor Statistics, releases',
    baseUrl: 'https://www.bls.gov',
    simulated: 'bls',
    terms: null,
    licence: 'US government, public domain',
    key: NO_KEY,
  },
  google_news: {
    name: 'Google News, search',
    baseUrl: 'https://news.google.com',
    simulated: 'google-news',
    terms: 'google_news',
    licence: 'unofficial feed; personal use, headlines belong to their publishers',
    key: NO_KEY,
  },
  sec: {
    name: 'SEC EDGAR, archives',
    baseUrl: 'https://www.sec.gov',
    simulated: 'sec',
    terms: null,
    licence:
      'US government, public domain; the fair-access rules require a user agent with a contact and allow 10 requests a second',
    key: NO_KEY,
  },
  sec_data: {
    name: 'SEC EDGAR, company facts and submissions',
    baseUrl: 'https://data.sec.gov',
    simulated: 'sec-data',
    terms: null,
    licence: 'as for the archives, with which it shares the request limit',
    key: NO_KEY,
  },
  nasdaq: {
    name: 'Nasdaq, earnings calendar and analysts',
    baseUrl: 'https://api.nasdaq.com',
    simulated: 'nasdaq',
    terms: 'nasdaq',
    licence: 'unofficial interface; personal use, no redistribution; estimates are Zacks’',
    key: NO_KEY,
  },
  prints: {
    name: 'Option prints, the vendor of your account',
    baseUrl: '',
    simulated: 'prints',
    terms: null,
    licence: "for the account's holder, within the plan it pays for; no redistribution",
    key: '`FLOW_PRINTS_TOKEN`, and for live data its host as `prints` in `VENDOR_URLS`; without them the flow is estimated from chains',
  },
}

/** Vendors of live quotes only, used with the operator's own account, whose terms apply. */
export const QUOTE_VENDOR_FACTS: Readonly<
  Record<Exclude<QuoteProviderId, VendorId>, Pick<VendorFacts, 'name' | 'baseUrl' | 'licence' | 'key'>>
> = {
  schwab: {
    name: 'Schwab, market data of the Trader API',
    baseUrl: 'https://api.schwabapi.com',
    licence: "for the account's holder; no redistribution",
    key: '`SCHWAB_APP_KEY`, its secret and token file; without them it is not used',
  },
  alpaca: {
    name: 'Alpaca, market data and its stream',
    baseUrl: 'https://data.alpaca.markets',
    licence: "for the account's holder, within the plan it pays for; no redistribution",
    key: '`ALPACA_KEY_ID` and its secret; without them it is not used',
  },
}
