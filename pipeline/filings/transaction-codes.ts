/** The codes of Forms 4 and 5, in the SEC's meaning. */
export const TRANSACTION_CODES: Readonly<Record<string, string>> = {
  P: 'open-market or private purchase',
  S: 'open-market or private sale',
  V: 'transaction reported voluntarily early',
  A: 'grant or award by the issuer',
  D: 'disposition to the issuer',
  F: 'shares withheld or delivered for an exercise price or taxes',
  I: 'discretionary transaction in a plan of the issuer',
  M: 'exercise or conversion of a derivative security, exempt',
  C: 'conversion of a derivative security',
  E: 'expiration of a short derivative position',
  H: 'expiration or cancellation of a long derivative position with value received',
  O: 'exercise of an out-of-the-money derivative security',
  X: 'exercise of an in-the-money or at-the-money derivative security',
  G: 'gift',
  L: 'small acquisition',
  W: 'acquisition or disposition by will or inheritance',
  Z: 'deposit into or withdrawal from a voting trust',
  J: 'other acquisition or disposition, described in a footnote',
  K: 'equity swap or a similar instrument',
  U: 'disposition in a tender of shares in a change of control',
}

/** Trades that an insider chose to make in the market; everything else is pay, tax, gift or exercise. */
export const MARKET_CODES: readonly string[] = ['P', 'S']
