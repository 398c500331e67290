import type { TradingDay } from '../../../time/trading-day.ts'

/** `equal` takes every locked pick at one size, `chip` sizes by the chip of the lock. */
export const HOUSE_ACCOUNTS = ['equal', 'chip'] as const
export type HouseAccountName = (typeof HOUSE_ACCOUNTS)[number]

export const HOUSE_LEGS = ['entry', 'exit'] as const
export type HouseLeg = (typeof HOUSE_LEGS)[number]

/** `ended` closes an attempt, and another may follow; `missed` and `skipped` close the leg. */
const HOUSE_STATES = ['placing', 'executing', 'filled', 'ended', 'missed', 'skipped'] as const
export type HouseState = (typeof HOUSE_STATES)[number]

/** The touch that was live at a fill, and the price that the account got. */
export interface HouseFill {
  side: 'buy' | 'sell'
  quantity: number
  price: number
  bid: number
  ask: number
  /** Eastern time with its offset. */
  at: string
}

export interface HouseOrderKey {
  account: HouseAccountName
  contract: string
  leg: HouseLeg
  attempt: number
}

export interface HouseOrder extends HouseOrderKey {
  day: TradingDay
  plannedAt: Date
  quantity: number
  state: HouseState
  tradeId: string | null
  reason: string | null
  fill: HouseFill | null
}

/** The Idempotency-Key of an attempt. */
export const houseKey = ({ contract, leg, attempt }: HouseOrderKey): string => `${contract}:${leg}:${attempt}`
