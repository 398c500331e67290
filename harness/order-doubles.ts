import { parseInstrument } from '../shared/domain/trading/instrument.ts'
import { DEFAULT_LIMITS } from '../shared/domain/trading/limits.ts'
import type { QuotedLeg } from '../shared/domain/trading/trade.ts'
import type { Touch, TouchLookup } from '../shared/market/touches.ts'
import type { Account } from '../shared/postgres/trading/accounts.ts'

const AT = new Date('2026-11-20T15:31:00Z')
const DOLLAR_E4 = 10_000

/** An active account with this cash in dollars. */
export const accountWith = (cash: number, over: Partial<Account> = {}): Account => ({
  id: 1,
  name: 'agent',
  epoch: 1,
  entries: 1,
  initialE4: cash * DOLLAR_E4,
  cashE4: cash * DOLLAR_E4,
  deficit: false,
  status: 'active',
  shorting: false,
  pacing: false,
  limits: DEFAULT_LIMITS,
  createdAt: AT,
  ...over,
})

/** The answer for an instrument whose bid and ask are one cent below and above a middle, in dollars. */
export function answerOf(name: string, middle: number, over: Partial<Touch> = {}): TouchLookup {
  const midE4 = Math.round(middle * DOLLAR_E4)
  const touch: Touch = {
    instrument: parseInstrument(name)!,
    bidE4: midE4 - 100,
    askE4: midE4 + 100,
    bidSize: 100,
    askSize: 100,
    midE4,
    lastE4: null,
    previousCloseE4: null,
    volume: null,
    quality: 'good',
    quotedAt: AT,
    ageSeconds: 0,
    delaySeconds: 0,
    source: 'schwab',
    option: null,
    ...over,
  }
  return { touch, reason: null, unknown: false }
}

export const NO_ANSWER: TouchLookup = { touch: null, reason: 'no provider has a quote of it', unknown: false }

/** A leg at a price in dollars; its bid and ask are the same. */
export function legAt(instrument: string, quantity: number, price: number): QuotedLeg {
  const priceE4 = Math.round(price * DOLLAR_E4)
  const multiplier = parseInstrument(instrument)?.kind === 'option' ? 100 : 1
  return { instrument, quantity, priceE4, bidE4: priceE4, askE4: priceE4, multiplier }
}
