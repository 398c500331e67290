/** Our spelling of a symbol; class shares are written with a dot. */
export const SYMBOL = /^[A-Z]{1,5}(\.[A-Z])?$/
const CLASS_SHARE = /^([A-Z]{1,5})[-/ ]([A-Z])$/

/** Returns the symbol that a client means: brk-b, BRK/B and "BRK B", as other services write it, are BRK.B. */
export const symbolOf = (text: string): string => text.trim().toUpperCase().replace(CLASS_SHARE, '$1.$2')

/** Indices have quotes but cannot be traded. */
export const INDICES: ReadonlyMap<string, string> = new Map([
  ['SPX', 'S&P 500 Index'],
  ['VIX', 'Cboe Volatility Index'],
])

/** Liquid exchange-traded funds that can be traded in addition to the members of the index, chosen on this day. */
export const ETFS_AS_OF = '2026-11-20'
export const ETFS: ReadonlyMap<string, string> = new Map([
  ['SPY', 'SPDR S&P 500 ETF Trust'],
  ['VOO', 'Vanguard S&P 500 ETF'],
  ['IVV', 'iShares Core S&P 500 ETF'],
  ['RSP', 'Invesco S&P 500 Equal Weight ETF'],
  ['QQQ', 'Invesco QQQ Trust'],
  ['DIA', 'SPDR Dow Jones Industrial Average ETF Trust'],
  ['IWM', 'iShares Russell 2000 ETF'],
  ['VTI', 'Vanguard Total Stock Market ETF'],
  ['EFA', 'iShares MSCI EAFE ETF'],
  ['EEM', 'iShares MSCI Emerging Markets ETF'],
  ['XLB', 'Materials Select Sector SPDR Fund'],
  ['XLC', 'Communication Services Select Sector SPDR Fund'],
  ['XLE', 'Energy Select Sector SPDR Fund'],
  ['XLF', 'Financial Select Sector SPDR Fund'],
  ['XLI', 'Industrial Select Sector SPDR Fund'],
  ['XLK', 'Technology Select Sector SPDR Fund'],
  ['XLP', 'Consumer Staples Select Sector SPDR Fund'],
  ['XLRE', 'Real Estate Select Sector SPDR Fund'],
  ['XLU', 'Utilities Select Sector SPDR Fund'],
  ['XLV', 'Health Care Select Sector SPDR Fund'],
  ['XLY', 'Consumer Discretionary Select Sector SPDR Fund'],
  ['SMH', 'VanEck Semiconductor ETF'],
  ['TLT', 'iShares 20+ Year Treasury Bond ETF'],
  ['IEF', 'iShares 7-10 Year Treasury Bond ETF'],
  ['HYG', 'iShares iBoxx $ High Yield Corporate Bond ETF'],
  ['LQD', 'iShares iBoxx $ Investment Grade Corporate Bond ETF'],
  ['GLD', 'SPDR Gold Shares'],
  ['SLV', 'iShares Silver Trust'],
  ['USO', 'United States Oil Fund, LP'],
  ['UUP', 'Invesco DB US Dollar Index Bullish Fund'],
])
