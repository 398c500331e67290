import type { TradingDay } from '../../time/trading-day.ts'

interface Announced {
  id: number
  symbol: string
  exDate: TradingDay
  source: string
}

export interface Dividend extends Announced {
  kind: 'dividend'
  payDate: TradingDay
  amountE4: number
}

export interface Split extends Announced {
  kind: 'split'
  newShares: number
  oldShares: number
  /** What a whole new share is paid where a part of one is left over; null where none can be. */
  fractionPriceE4: number | null
}

export type CorporateAction = Dividend | Split

/** By which its effect on an account happens once. */
export const actionKey = ({ kind, symbol, exDate }: Pick<CorporateAction, 'kind' | 'symbol' | 'exDate'>): string =>
  `${kind}:${symbol}:${exDate}`
