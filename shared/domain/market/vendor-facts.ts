import type { QuoteProviderId } from './market-quote.ts'
import type { VendorId } from './source-id.ts'

/** Terms an operator accepts by name (`ACCEPT_TERMS`); without that the real vendor is not asked. */
export const TERMS = ['cboe', 'dix', 'google_news', 'yahoo'] as const
export type TermsName = (typeof TERMS)[number]

export interface VendorFacts {
  name: string
  /** The real host. HTTPS, and never followed to another one. */
  baseUrl: string
  /** The path segment that stands for the host in the simulator. */
  simulated: string
  /** Null: open data, or terms that a key or a file of the operator's own settles. */
  terms: TermsName | null
  /** What the terms say, for people. */
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
      'ICE BofA series are copyright ICE and reach back three years only; not to be redistributed without a look at the terms',
    key: NO_KEY,
  },
  fred_api: {
    name: 'FRED API',
    baseUrl: 'https://api.stlouisfed.org',
    simulated: 'fred-api',
    terms: null,
    licence: 'as the chart download; whoever asks for a key accepts the API terms, which speak against storing content',
    key: '`FRED_API_KEY`; without it the chart download is asked',
  },
  cboe: {
    name: 'Cboe Global Markets, delayed quotes and index files',
    baseUrl: 'https://cdn.cboe.com',
    simulated: 'cboe',
    terms: 'cboe',
    licence: 'personal, non-commercial viewing; storing, displaying or passing on wants written consent',
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
    licence: 'copyright AAII, for members, no redistribution; robots are turned away, so an operator brings the sheet',
    key: '`AAII_DROP_DIR`, a folder; without it the source is not asked',
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
}

/** Those who are asked for live quotes only, by an account of the operator's own, whose terms settle the rest. */
export const QUOTE_VENDOR_FACTS: Readonly<
  Record<Exclude<QuoteProviderId, VendorId>, Pick<VendorFacts, 'name' | 'baseUrl' | 'licence' | 'key'>>
> = {
  schwab: {
    name: 'Schwab, market data of the Trader API',
    baseUrl: 'https://api.schwabapi.com',
    licence: "for the account's holder; no redistribution",
    key: '`SCHWAB_APP_KEY`, its secret and token file; without them it is not asked',
  },
  alpaca: {
    name: 'Alpaca, market data and its stream',
    baseUrl: 'https://data.alpaca.markets',
    licence: "for the account's holder, within the plan it pays for; no redistribution",
    key: '`ALPACA_KEY_ID` and its secret; without them it is not asked',
  },
}
