import type { TradingDay } from '../../time/trading-day.ts'

interface AnnouncedAction {
  id: number
  symbol: string
  exDate: TradingDay
  source: string
}

export interface Dividend extends AnnouncedAction {
  kind: 'dividend'
  payDate: TradingDay
  amountE4: number
}

export interface Split extends AnnouncedAction {
  kind: 'split'
  newShares: number
  oldShares: number
  /** Price of a whole new share at which fractions are paid; null if no fraction can arise. */
  fractionPriceE4: number | null
}

export type CorporateAction = Dividend | Split

/** Key under which the effect on an account is posted, so that it happens once. */
export const actionKey = ({ kind, symbol, exDate }: Pick<CorporateAction, 'kind' | 'symbol' | 'exDate'>): string =>
  `${kind}:${symbol}:${exDate}`
