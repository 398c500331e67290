/** Feeds by entitlement of the Alpaca account; requests for a feed it does not pay for are refused. */
export const ALPACA_STOCK_FEEDS = ['iex', 'sip', 'delayed_sip'] as const
export type AlpacaStockFeed = (typeof ALPACA_STOCK_FEEDS)[number]

export const ALPACA_OPTION_FEEDS = ['indicative', 'opra'] as const
export type AlpacaOptionFeed = (typeof ALPACA_OPTION_FEEDS)[number]

const QUARTER_HOUR = 15 * 60

/**
 * Declared delay of each feed. Indicative trades are delayed, and indicative quotes are computed rather than quoted.
 */
export const ALPACA_DELAY_SECONDS: Readonly<Record<AlpacaStockFeed | AlpacaOptionFeed, number>> = {
  iex: 0,
  sip: 0,
  delayed_sip: QUARTER_HOUR,
  indicative: QUARTER_HOUR,
  opra: 0,
}

/** False for a single exchange, whose volume and closes are not those of the whole market. */
export const isConsolidated = (feed: AlpacaStockFeed): boolean => feed !== 'iex'
