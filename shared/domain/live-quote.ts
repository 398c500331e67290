/** What a brokerage says of a symbol at this moment; a field the vendor does not give is null. */
export interface LiveQuote {
  symbol: string
  price: number
  /** Null where nobody quotes: indices. */
  bid: number | null
  ask: number | null
  /** Displayed size, in shares. */
  bidSize: number | null
  askSize: number | null
  volume: number | null
  previousClose: number | null
  quotedAt: Date
  /** False: the account is not entitled to real-time data. */
  realtime: boolean
}
