import { z } from 'zod'
import { counted, inDollars, priceFigure } from '../number-words.ts'
import type { AccountEventKind } from './account.ts'
import { ACCOUNT_LOG } from './account-log.ts'

type Data = Readonly<Record<string, unknown>>
type Title = (data: Data) => string | null

/** A title from the data that an event of this kind has; null for data of another shape. */
const worded =
  <S extends z.ZodType>(schema: S, words: (data: z.output<S>) => string): Title =>
  (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? words(parsed.data) : null
  }

/** A list that is cut here still fits into a title. */
const LISTED_MAX = 5
const listed = (names: readonly string[]): string =>
  names.length > LISTED_MAX ? `${names.slice(0, LISTED_MAX).join(', ')} and others` : names.join(', ')

const amount = (dollars: number): string => inDollars(Math.abs(dollars))
const traded = (quantity: number): string => (quantity > 0 ? 'bought' : 'sold')

const Settled = z.object({
  contract: z.string(),
  quantity: z.number(),
  delivery: z.enum(['stock', 'cash']).nullable(),
  shares: z.number(),
  cash: z.number(),
})

const settled = (outcome: string): Title =>
  worded(Settled, ({ contract, quantity, delivery, shares, cash }) => {
    const what = `${outcome} at expiry: ${Math.abs(quantity)} ${contract}`
    if (delivery === 'stock')
      return `${what}, ${counted(Math.abs(shares), 'share')} ${traded(shares)} for ${amount(cash)}.`
    return `${what}, settled in cash: ${amount(cash)} ${cash < 0 ? 'paid' : 'received'}.`
  })

const Dividend = z.object({
  symbol: z.string(),
  shares: z.number(),
  cash: z.number(),
  pay_date: z.string(),
})
const Maintenance = z.object({ equity: z.number(), required: z.number() })

const TITLES: Partial<Record<AccountEventKind, Title>> = {
  option_exercised: settled('Exercised'),
  option_assigned: settled('Assigned'),
  option_expired: worded(
    Settled,
    ({ contract, quantity }) =>
      `Expired worthless: ${Math.abs(quantity)} ${quantity < 0 ? 'written ' : ''}${contract}.`,
  ),
  settlement_waits: worded(
    z.object({ underlying: z.string(), expiration: z.string() }),
    ({ underlying, expiration }) =>
      `Options of ${underlying} that expired on ${expiration} wait for a settlement price.`,
  ),
  borrow_fee: worded(
    z.object({ cash: z.number(), nights: z.number() }),
    ({ cash, nights }) => `Borrowing short stock cost ${amount(cash)} for ${counted(nights, 'night')}.`,
  ),
  deficit: worded(z.object({ owed: z.number(), reason: z.string().optional() }), ({ owed, reason }) => {
    const stays = reason === undefined ? '' : `, because ${reason}`
    return `Cash is below zero: ${amount(owed)} are owed${stays}. Positions may only be closed.`
  }),
  liquidated: worded(
    z.object({ instrument: z.string(), quantity: z.number(), price: z.number(), call: z.string().optional() }),
    ({ instrument, quantity, price, call }) => {
      const why = call === undefined ? 'cash was below zero' : 'a maintenance call was not met'
      return `The service ${traded(quantity)} ${Math.abs(quantity)} ${instrument} at ${priceFigure(price)}, because ${why}.`
    },
  ),
  maintenance_call: worded(
    Maintenance,
    ({ equity, required }) =>
      `Equity of ${inDollars(equity)} is below the maintenance requirement of ${inDollars(required)}.`,
  ),
  maintenance_met: worded(
    Maintenance,
    ({ equity, required }) =>
      `Equity of ${inDollars(equity)} meets the maintenance requirement of ${inDollars(required)} again.`,
  ),
  maintenance_unknown: worded(
    z.object({ unmarked: z.array(z.string()).min(1) }),
    ({ unmarked }) =>
      `The maintenance requirement could not be checked, because ${listed(unmarked)} ${unmarked.length === 1 ? 'has' : 'have'} no fresh mark.`,
  ),
  dividend_accrued: worded(Dividend, ({ symbol, shares, cash, pay_date: day }) => {
    const due = shares < 0 ? `${amount(cash)} are owed` : `${amount(cash)} will be paid`
    return `${symbol} went ex-dividend: ${due} on ${day} for ${holding(shares)}.`
  }),
  dividend_paid: worded(
    Dividend,
    ({ symbol, shares, cash }) =>
      `The dividend of ${symbol} was ${shares < 0 ? 'charged' : 'paid'}: ${amount(cash)} for ${holding(shares)}.`,
  ),
  split: worded(
    z.object({
      ratio: z.string(),
      instrument: z.string(),
      quantity: z.number(),
      became: z.string().nullable(),
      became_quantity: z.number(),
      cash: z.number(),
    }),
    ({ ratio, instrument, quantity, became, became_quantity: count, cash }) => {
      const kept = became === null ? 'ended' : `became ${count} ${became}`
      const paid = cash === 0 ? '' : `, and ${amount(cash)} were ${cash < 0 ? 'charged' : 'paid'}`
      return `By a split of ${ratio}, ${quantity} ${instrument} ${kept}${paid}.`
    },
  ),
}

const holding = (shares: number): string => counted(Math.abs(shares), shares < 0 ? 'short share' : 'share')

/**
 * The title of an event of an account, with its instruments and amounts: a reader of titles alone, such as one of the
 * pulse, then knows what happened. Kinds without figures keep their fixed title.
 */
export const accountTitle = (kind: AccountEventKind, data: Data): string =>
  TITLES[kind]?.(data) ?? ACCOUNT_LOG[kind].title
