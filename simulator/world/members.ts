/** Large caps by GICS sector, in the spelling of the short-volume files: class shares with a slash. */
const SECTORS = {
  'Information Technology':
    'AAPL MSFT NVDA AVGO ORCL CRM ADBE AMD CSCO ACN INTU IBM TXN QCOM NOW AMAT MU ADI LRCX KLAC PANW SNPS CDNS INTC ANET APH',
  'Health Care': 'LLY UNH JNJ ABBV MRK TMO ABT DHR AMGN PFE ISRG ELV SYK BSX VRTX MDT REGN CI BMY GILD ZTS CVS HCA MCK',
  Financials: 'BRK/B JPM V MA BAC WFC GS MS AXP SPGI C BLK SCHW PGR CB MMC FI ICE PNC USB CME AON COF',
  'Consumer Discretionary': 'AMZN TSLA HD MCD NKE LOW BKNG SBUX TJX CMG ORLY MAR GM F',
  'Communication Services': 'GOOGL GOOG META NFLX DIS CMCSA VZ T TMUS CHTR EA',
  Industrials: 'CAT GE RTX UNP HON UPS BA DE LMT ADP ETN WM CSX ITW NOC FDX GD EMR MMM',
  'Consumer Staples': 'PG COST KO PEP WMT PM MDLZ MO CL TGT KMB GIS BF/B STZ',
  Energy: 'XOM CVX COP EOG SLB MPC PSX VLO OXY',
  Utilities: 'NEE SO DUK D AEP SRE EXC',
  Materials: 'LIN SHW APD ECL FCX NEM',
  'Real Estate': 'PLD AMT EQIX CCI PSA SPG O',
} as const
export type Sector = keyof typeof SECTORS

export type Member = { symbol: string; sector: Sector }

export const MEMBERS: readonly Member[] = (Object.keys(SECTORS) as Sector[]).flatMap((sector) =>
  SECTORS[sector].split(' ').map((symbol) => ({ symbol, sector })),
)
