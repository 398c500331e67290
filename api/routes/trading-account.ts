import { z } from 'zod'
import { ACCOUNT_STATUSES } from '../../shared/domain/trading/account.ts'
import { accountValue } from '../../shared/domain/trading/account-value.ts'
import { dollarsOf } from '../../shared/domain/trading/money.ts'
import { readAccount } from '../../shared/postgres/trading/accounts.ts'
import { readPositions } from '../../shared/postgres/trading/ledger.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { JSON_TYPE } from '../document-route.ts'
import { refuse } from '../errors.ts'
import { handlerRoute } from '../route.ts'
import { callerAccount } from '../trading/caller.ts'
import { TRADING_PATH } from '../trading/parameters.ts'

const dollarsOrNull = (e4: number | null): number | null => (e4 === null ? null : dollarsOf(e4))

const OwnAccount = z
  .object({
    account_id: z.int().describe('its id'),
    name: z.string().describe('its name'),
    balance: z.number().describe('cash, in dollars'),
    equity: z
      .number()
      .nullable()
      .describe('cash and all positions at their marks, in dollars; null while one has none'),
    buying_power: z.number().nullable().describe('cash that can be spent, in dollars; null while it cannot be said'),
    required: z
      .number()
      .nullable()
      .describe('cash that must stay for what is short, in dollars; null while it cannot be said'),
    unmarked: z.array(z.string()).describe('what is held and has no mark now, which is why equity is null'),
    initial_balance: z.number().describe('cash this epoch began with, in dollars'),
    epoch: z.int().describe('how many times the account began anew'),
    status: z.enum(ACCOUNT_STATUSES).describe('active, suspended or closing_only'),
    deficit: z.boolean().describe('true: a settlement left it owing cash, and it may only close'),
    shorting: z.boolean().describe('may sell what it does not hold'),
    created_at: z.string().describe('when it was made, Eastern'),
  })
  .meta({ id: 'OwnTradingAccount', description: 'The account of the token that asks' })

export const tradingAccountRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/account`,
    summary: 'Your account',
    description: 'Cash, and what the whole is worth where everything held has a mark.',
    response: {
      status: 200,
      description: 'The account of the token',
      contentType: JSON_TYPE,
      schema: OwnAccount,
      example: {
        ...{ account_id: 7, name: 'momentum agent', balance: 100_000, equity: 100_000, buying_power: 100_000 },
        ...{
          required: 0,
          unmarked: [],
          initial_balance: 100_000,
          epoch: 1,
          status: 'active',
          deficit: false,
          shorting: false,
        },
        created_at: '2026-11-20T10:31:02-05:00',
      },
    },
    handle: async ({ reader }, _input, { request }): Promise<z.input<typeof OwnAccount>> => {
      const { account, positions } = await reader.read(async (sql) => {
        const found = await readAccount(sql, callerAccount(request))
        return { account: found, positions: found ? await readPositions(sql, found.id, found.epoch) : [] }
      })
      if (!account) throw refuse('not_found')
      const { equityE4, buyingPowerE4, requiredE4, unmarked } = accountValue(account.cashE4, positions, new Map())
      return {
        account_id: account.id,
        name: account.name,
        balance: dollarsOf(account.cashE4),
        equity: dollarsOrNull(equityE4),
        buying_power: dollarsOrNull(buyingPowerE4),
        required: dollarsOrNull(requiredE4),
        unmarked,
        initial_balance: dollarsOf(account.initialE4),
        epoch: account.epoch,
        status: account.status,
        deficit: account.deficit,
        shorting: account.shorting,
        created_at: easternExact(account.createdAt),
      }
    },
  }),
]
