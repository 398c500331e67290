import { z } from 'zod'
import { optionContract, parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { type Order, TRADE_SIDES } from '../../shared/domain/trading/trade.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'

const QUANTITY_MAX = 1_000_000
const quantityRule = `must be a whole number from 1 to ${QUANTITY_MAX}`
const quantity = z.int(quantityRule).min(1, quantityRule).max(QUANTITY_MAX, quantityRule)

const symbolRule = 'must be a symbol such as SPY or BRK.B'
const symbol = z
  .string(symbolRule)
  .regex(/^[A-Za-z]{1,5}(\.[A-Za-z])?$/, symbolRule)
  .transform((text) => text.toUpperCase())
  .meta({ description: 'a symbol, in any case', override: { type: 'string', maxLength: 7, example: 'SPY' } })

const idRule = 'must be 1 to 64 letters, digits, dots, dashes, colons or underscores'
const common = {
  side: z.enum(TRADE_SIDES, 'must be buy or sell').describe('buy at the ask, sell at the bid'),
  client_order_id: z
    .string(idRule)
    .regex(/^[A-Za-z0-9._:-]{1,64}$/, idRule)
    .optional()
    .describe('your own id: the same id and body bring the same trade again, another body is refused'),
}

export const StockOrderBody = z.strictObject({
  symbol,
  ...common,
  quantity: quantity.describe('whole shares'),
})

function isDay(text: string): boolean {
  try {
    tradingDay(text)
    return true
  } catch {
    return false
  }
}
const dayRule = 'must be a date, YYYY-MM-DD'
const strikeRule = 'must be dollars above 0 with at most three decimals'
const contractRule = 'must be an OSI symbol such as SPY261218C00600000'
const BY_PARTS = ['symbol', 'expiration', 'strike', 'type'] as const

export const OptionOrderBody = z
  .strictObject({
    contract: z
      .string(contractRule)
      .max(21, contractRule)
      .refine((name) => parseInstrument(name)?.kind === 'option', contractRule)
      .optional()
      .describe('OSI symbol, padded or not; instead of symbol, expiration, strike and type'),
    symbol: symbol.optional(),
    expiration: z.string(dayRule).refine(isDay, dayRule).optional().describe('its last day, YYYY-MM-DD'),
    strike: z
      .number(strikeRule)
      .refine((dollars) => dollars > 0 && dollars < 100_000 && /^\d+(\.\d{1,3})?$/.test(String(dollars)), strikeRule)
      .optional()
      .describe('in dollars'),
    type: z.enum(['call', 'put'], 'must be call or put').optional().describe('call or put'),
    ...common,
    quantity: quantity.describe('whole contracts of 100 shares'),
  })
  .superRefine((body, context) => {
    for (const name of BY_PARTS) {
      if (body.contract === undefined && body[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'must be sent, unless contract is' })
      if (body.contract !== undefined && body[name] !== undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'must not be sent beside contract' })
    }
  })

type Common = Pick<z.output<typeof StockOrderBody>, 'side' | 'quantity'>

const signed = ({ side, quantity: count }: Common): number => (side === 'buy' ? count : -count)

export const stockOrder = (body: z.output<typeof StockOrderBody>): Order => ({
  class: 'stock',
  side: body.side,
  underlying: body.symbol,
  quantity: body.quantity,
  legs: [{ instrument: body.symbol, quantity: signed(body) }],
})

export function optionOrder(body: z.output<typeof OptionOrderBody>): Order {
  const { symbol: underlying = '', expiration = '', strike = 0, type: right = 'call' } = body
  const name = body.contract ?? optionContract({ underlying, expiration: expiration as TradingDay, right, strike })
  const option = parseInstrument(name)
  if (option?.kind !== 'option') throw new RangeError('a validated contract has a name')
  return {
    class: 'option',
    side: body.side,
    underlying: option.underlying,
    quantity: body.quantity,
    legs: [{ instrument: option.contract, quantity: signed(body) }],
  }
}
