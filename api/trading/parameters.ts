import { z } from 'zod'

export const TRADING_PATH = '/api/v1/trading'
export const ACCOUNTS_PATH = `${TRADING_PATH}/admin/accounts`

const accountRule = 'must be the whole number of an account'
const AccountId = z
  .string(accountRule)
  .regex(/^[1-9]\d{0,8}$/, accountRule)
  .transform(Number)
  .meta({ description: 'id of an account', override: { type: 'integer', minimum: 1, example: 7 } })

const tokenRule = 'must be the twelve characters behind ms_agt_'
const TokenId = z
  .string(tokenRule)
  .regex(/^[0-9A-Za-z]{12}$/, tokenRule)
  .meta({ description: 'id of a token, the part that is no secret', example: '4kQ0aZr81LmX' })

export const AccountParams = z.object({ account_id: AccountId })
export const TokenParams = z.object({ account_id: AccountId, token_id: TokenId })
