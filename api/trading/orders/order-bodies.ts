import { z } from 'zod'
import { symbolOf } from '../../../shared/domain/market/tradeable.ts'
import { type OptionInstrument, optionContract, parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { type Order, TRADE_SIDES, type TradeSide } from '../../../shared/domain/trading/trade.ts'
import { type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { strictBody } from '../../http/strict-body.ts'

/** The most shares, contracts or packages of one order. */
export const QUANTITY_MAX = 1_000_000
const quantityRule = `must be a whole number from 1 to ${QUANTITY_MAX}`
const quantity = z.int(quantityRule).min(1, quantityRule).max(QUANTITY_MAX, quantityRule)

const symbolRule = 'must be a symbol such as SPY or BRK.B'
const symbol = z
  .string(symbolRule)
  .regex(/^[A-Za-z]{1,5}([.\-/ ][A-Za-z])?$/, symbolRule)
  .transform(symbolOf)
  .meta({ description: 'a symbol, in any case', override: { type: 'string', maxLength: 7, example: 'SPY' } })

export const clientOrderIdRule = 'must be 1 to 64 letters, digits, dots, dashes, colons or underscores'
export const CLIENT_ORDER_ID = /^[A-Za-z0-9._:-]{1,64}$/
const clientOrderId = z
  .string(clientOrderIdRule)
  .regex(CLIENT_ORDER_ID, clientOrderIdRule)
  .optional()
  .describe('your own id: the same id with the same body returns the same trade; with another body it is refused')
const side = z.enum(TRADE_SIDES, 'must be buy or sell').describe('buy at the ask, sell at the bid')

export const StockOrderBody = strictBody({
  symbol,
  side,
  client_order_id: clientOrderId,
  quantity: quantity.describe('whole shares'),
})

export const stockOrder = (body: z.output<typeof StockOrderBody>): Order => ({
  class: 'stock',
  side: body.side,
  underlying: body.symbol,
  quantity: body.quantity,
  legs: [{ instrument: body.symbol, quantity: signed(body.side, body.quantity) }],
})

/** A confirmation carries no data: no body, or an empty object. */
export const ConfirmBody = strictBody({}).nullish()

const signed = (tradeSide: TradeSide, count: number): number => (tradeSide === 'buy' ? count : -count)

function isDay(text: string): boolean {
  try {
    tradingDay(text)
    return true
  } catch {
    return false
  }
}
const dayRule = 'must be a date, YYYY-MM-DD'
/** An OSI symbol has five digits for the dollars of a strike. */
const STRIKE_BELOW = 100_000
const strikeRule = `must be dollars above 0 and below ${STRIKE_BELOW} with at most three decimals`
const contractRule = 'must be an OSI symbol in capital letters with a date that exists, such as SPY261218C00600000'
const BY_PARTS = ['symbol', 'expiration', 'strike', 'type'] as const

/** A contract by its name or by its parts; `contractIssues` checks that it is exactly one of the two. */
const contractFields = {
  contract: z
    .string(contractRule)
    .max(21, contractRule)
    .refine((name) => parseInstrument(name)?.kind === 'option', contractRule)
    .optional()
    .describe('OSI symbol, padded or not; instead of symbol, expiration, strike and type'),
  symbol: symbol.optional(),
  expiration: z
    .string(dayRule)
    .refine(isDay, dayRule)
    .optional()
    .meta({ description: 'its expiration day', format: 'date' }),
  strike: z
    .number(strikeRule)
    .gt(0, strikeRule)
    .lt(STRIKE_BELOW, strikeRule)
    .refine((dollars) => /^\d+(\.\d{1,3})?$/.test(String(dollars)), strikeRule)
    .optional()
    .describe('strike in dollars, with at most three decimals'),
  type: z.enum(['call', 'put'], 'must be call or put').optional().describe('the right: call or put'),
}
type ContractFields = z.output<z.ZodObject<typeof contractFields>>

interface Issue {
  path: string[]
  message: string
}

const contractIssues = (body: ContractFields): Issue[] =>
  BY_PARTS.flatMap((name) => {
    if (body.contract === undefined && body[name] === undefined)
      return [{ path: [name], message: 'must be sent, unless contract is' }]
    if (body.contract !== undefined && body[name] !== undefined)
      return [{ path: [name], message: 'must not be sent with contract' }]
    return []
  })

/** The contract that a body names; null if it names none, which the issue of that field reports. */
function namedContract(body: ContractFields): OptionInstrument | null {
  if (contractIssues(body).length > 0) return null
  const { symbol: underlying = '', expiration = '', strike = 0, type: right = 'call' } = body
  const name = body.contract ?? optionContract({ underlying, expiration: expiration as TradingDay, right, strike })
  const option = parseInstrument(name)
  return option?.kind === 'option' ? option : null
}

function contractOf(body: ContractFields): OptionInstrument {
  const option = namedContract(body)
  if (option === null) throw new RangeError('the contract was not validated')
  return option
}

const LEGS_MAX = 4
const RATIO_MAX = 100
const legsRule = `must be 2 to ${LEGS_MAX} legs`
const ratioRule = `must be a whole number from 1 to ${RATIO_MAX}`

const LegBody = strictBody({
  ...contractFields,
  side,
  ratio: z
    .int(ratioRule)
    .min(1, ratioRule)
    .max(RATIO_MAX, ratioRule)
    .default(1)
    .describe('contracts of this leg in one package'),
})
  .superRefine((leg, context) => {
    for (const issue of contractIssues(leg)) context.addIssue({ code: 'custom', ...issue })
  })
  .meta({ id: 'OptionLeg', description: 'One contract of a package' })

export const OptionOrderBody = strictBody({
  ...contractFields,
  side: side.optional(),
  legs: z
    .array(LegBody, legsRule)
    .min(2, legsRule)
    .max(LEGS_MAX, legsRule)
    .optional()
    .describe(
      'different contracts of one underlying, filled together or not at all; instead of one contract and its side',
    ),
  client_order_id: clientOrderId,
  quantity: quantity.describe('whole contracts of 100 shares, or whole packages'),
}).superRefine((body, context) => {
  for (const issue of body.legs ? packageIssues(body, body.legs) : singleIssues(body))
    context.addIssue({ code: 'custom', ...issue })
})
type OptionOrderBody = z.output<typeof OptionOrderBody>
type LegBody = z.output<typeof LegBody>

const singleIssues = (body: OptionOrderBody): Issue[] => [
  ...contractIssues(body),
  ...(body.side === undefined ? [{ path: ['side'], message: 'must be sent, unless legs are' }] : []),
]

function packageIssues(body: OptionOrderBody, legs: readonly LegBody[]): Issue[] {
  const extra = (['contract', ...BY_PARTS, 'side'] as const).filter((name) => body[name] !== undefined)
  if (extra.length > 0) return extra.map((name) => ({ path: [name], message: 'must not be sent with legs' }))
  const contracts = legs.flatMap((leg) => namedContract(leg) ?? [])
  if (contracts.length < legs.length) return []
  if (new Set(contracts.map(({ contract }) => contract)).size < legs.length)
    return [{ path: ['legs'], message: 'must be different contracts' }]
  const hasOneUnderlying = new Set(contracts.map(({ underlying }) => underlying)).size === 1
  return hasOneUnderlying ? [] : [{ path: ['legs'], message: 'must have the same underlying' }]
}

export function optionOrder(body: OptionOrderBody): Order {
  const { legs, quantity: count } = body
  if (legs) {
    const orderLegs = legs.map((leg) => ({
      instrument: contractOf(leg).contract,
      quantity: signed(leg.side, count * leg.ratio),
    }))
    const { underlying } = contractOf(legs[0]!)
    return { class: 'package', side: null, underlying, quantity: count, legs: orderLegs }
  }
  const { contract, underlying } = contractOf(body)
  const { side: tradeSide = 'buy' } = body
  return {
    class: 'option',
    side: tradeSide,
    underlying,
    quantity: count,
    legs: [{ instrument: contract, quantity: signed(tradeSide, count) }],
  }
}
