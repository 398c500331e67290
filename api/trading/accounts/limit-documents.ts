import { z } from 'zod'
import type { AccountLimits, LimitChange, LimitName } from '../../../shared/domain/trading/limits.ts'
import { dollarsIn, dollarsOf } from '../../../shared/domain/trading/money.ts'
import { strictBody } from '../../http/strict-body.ts'

export const LimitsDocument = z
  .object({
    max_order_notional: z.number().describe('maximum value of one order, in dollars'),
    max_position_pct: z.int().describe('maximum share of one underlying in the equity, in percent'),
    max_day_loss: z
      .number()
      .nullable()
      .describe('maximum loss of one day, in dollars; beyond it, orders are refused; null: no limit'),
    orders_per_minute: z.int().describe('maximum number of orders initiated within one minute'),
    max_pending_trades: z.int().describe('maximum number of trades that may await confirmation at the same time'),
  })
  .meta({ id: 'TradingLimits', description: 'The limits of an account’s orders, judged by the server’s own prices' })

export const limitsDocument = (limits: AccountLimits): z.infer<typeof LimitsDocument> => ({
  max_order_notional: dollarsOf(limits.max_order_notional_e4),
  max_position_pct: limits.max_position_pct,
  max_day_loss: limits.max_day_loss_e4 === null ? null : dollarsOf(limits.max_day_loss_e4),
  orders_per_minute: limits.orders_per_minute,
  max_pending_trades: limits.max_pending_trades,
})

const dollars = (description: string) => dollarsIn({ min: 0.01, max: 1_000_000_000 }, description)

function upTo(max: number, description: string) {
  const rule = `must be a whole number from 1 to ${max}`
  return z.int(rule).min(1, rule).max(max, rule).describe(description)
}

export const LimitChangeBody = strictBody({
  max_order_notional: dollars('maximum value of one order, in dollars').optional(),
  max_position_pct: upTo(100, 'maximum share of one underlying in the equity, in percent').optional(),
  max_day_loss: dollars('maximum loss of one day, in dollars; beyond it, orders are refused; null: no limit')
    .nullable()
    .optional(),
  orders_per_minute: upTo(60_000, 'maximum number of orders initiated within one minute').optional(),
  max_pending_trades: upTo(100, 'maximum number of trades that may await confirmation at the same time').optional(),
}).meta({ id: 'TradingLimitChange', description: 'The limits to change' })

/** The change as it is stored; the schema has already turned dollars into 1e-4 dollars. */
export const limitChange = (body: z.output<typeof LimitChangeBody>): LimitChange => ({
  max_order_notional_e4: body.max_order_notional,
  max_position_pct: body.max_position_pct,
  max_day_loss_e4: body.max_day_loss,
  orders_per_minute: body.orders_per_minute,
  max_pending_trades: body.max_pending_trades,
})

const WIRE_NAMES: Record<LimitName, keyof z.infer<typeof LimitsDocument>> = {
  max_order_notional_e4: 'max_order_notional',
  max_position_pct: 'max_position_pct',
  max_day_loss_e4: 'max_day_loss',
  orders_per_minute: 'orders_per_minute',
  max_pending_trades: 'max_pending_trades',
}
export const wireNames = (names: readonly LimitName[]): string[] => names.map((name) => WIRE_NAMES[name])
