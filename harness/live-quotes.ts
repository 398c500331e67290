/** A vendor whose quotes are not delayed, so that trades continue; the simulator takes any key of the right form. */
export const LIVE_QUOTES = {
  QUOTE_PROVIDERS: 'alpaca',
  ALPACA_KEY_ID: `AK${'A'.repeat(18)}`,
  ALPACA_SECRET_KEY: 'a'.repeat(40),
  ALPACA_STOCK_FEED: 'sip',
}
