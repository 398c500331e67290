/** What an account is entitled to decides which of these it may ask for; a feed beyond it is refused. */
export const ALPACA_STOCK_FEEDS = ['iex', 'sip', 'delayed_sip'] as const
export type AlpacaStockFeed = (typeof ALPACA_STOCK_FEEDS)[number]

export const ALPACA_OPTION_FEEDS = ['indicative', 'opra'] as const
export type AlpacaOptionFeed = (typeof ALPACA_OPTION_FEEDS)[number]

const QUARTER_HOUR = 15 * 60

/** By how much a feed is late on purpose. Of indicative prices the trades are, and the quotes are nobody's. */
export const ALPACA_DELAY_SECONDS: Readonly<Record<AlpacaStockFeed | AlpacaOptionFeed, number>> = {
  iex: 0,
  sip: 0,
  delayed_sip: QUARTER_HOUR,
  indicative: QUARTER_HOUR,
  opra: 0,
}

/** Volume and closes of one exchange are not the market's. */
export const isConsolidated = (feed: AlpacaStockFeed): boolean => feed !== 'iex'
