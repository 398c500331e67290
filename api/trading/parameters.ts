import { z } from 'zod'
import { queryInteger } from '../http/parameters.ts'
import { refuseTrade } from './refuse.ts'

export const TRADING_PATH = '/api/v1/trading'
export const ACCOUNTS_PATH = `${TRADING_PATH}/admin/accounts`

const accountRule = 'must be the whole number of an account'
const AccountId = z
  .string(accountRule)
  .regex(/^[1-9]\d{0,8}$/, accountRule)
  .transform(Number)
  .meta({ description: 'id of an account', override: { type: 'integer', minimum: 1, example: 7 } })

const tokenRule = 'must be the twelve characters after ms_agt_'
const TokenId = z
  .string(tokenRule)
  .regex(/^[0-9A-Za-z]{12}$/, tokenRule)
  .meta({ description: 'id of a token: its public part', example: '4kQ0aZr81LmX' })

export const AccountParams = z.object({ account_id: AccountId })
export const TokenParams = z.object({ account_id: AccountId, token_id: TokenId })

export const Page = z.object({
  limit: queryInteger({ min: 1, max: 500, default: 100 }, 'rows per page'),
  offset: queryInteger({ min: 0, max: 999_999, default: 0 }, 'rows to skip'),
})

/** Accepts any text: a malformed id is answered with 404, like the id of another account's trade. */
export const TradeParams = z.object({
  trade_id: z.string().meta({
    description: 'id of a trade',
    override: { type: 'string', format: 'uuid', maxLength: 100, example: '5f0c1c1e-7d1f-4b58-9a62-0d6f2a6f4a11' },
  }),
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function tradeIdOf({ trade_id }: z.output<typeof TradeParams>): string {
  if (!UUID.test(trade_id)) throw refuseTrade()
  return trade_id
}
