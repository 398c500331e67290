import { z } from 'zod'
import { isStale } from '../../../shared/domain/market/market-quote.ts'
import { ACCOUNT_STATUSES } from '../../../shared/domain/trading/account.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { dayGain } from './day-gain.ts'
import { type Holding, readHeld, worthOf } from './holdings.ts'
import { dollarsOrNull } from './position-documents.ts'

const isOld = ({ valueE4, answer: { touch } }: Holding, now: Date): boolean =>
  valueE4 !== null && touch !== null && isStale(touch, now)

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
    maintenance: z
      .object({
        required: z
          .number()
          .describe(
            'equity that short stock asks for: 30 % of its mark, less where a long call answers for it; in dollars',
          ),
        excess: z.number().describe('equity beyond it, in dollars'),
        called: z.boolean().describe('true: equity is below it'),
      })
      .nullable()
      .describe('null while no stock is short, or equity is not known'),
    unrealized_pnl: z
      .number()
      .nullable()
      .describe('what positions are worth beyond their basis, in dollars; null while one has no mark'),
    realized_pnl: z
      .number()
      .describe('what was gained beyond that since the epoch began, dividends and fees included, in dollars'),
    day_pnl: z
      .number()
      .nullable()
      .describe('equity minus that of the close before the newest session, in dollars; null with a reason'),
    day_pnl_reason: z.string().nullable().describe('why day_pnl is null; null when it is not'),
    unmarked: z.array(z.string()).describe('what is held and has no mark now, which is why equity is null'),
    stale: z.array(z.string()).describe('what is marked by an old quote: see positions for its age and the reason'),
    initial_balance: z.number().describe('cash this epoch began with, in dollars'),
    epoch: z.int().describe('how many times the account began anew'),
    status: z.enum(ACCOUNT_STATUSES).describe('active, suspended or closing_only'),
    deficit: z.boolean().describe('true: a settlement left it owing cash, and it may only close'),
    shorting: z.boolean().describe('may sell what it does not hold'),
    created_at: z.string().describe('when it was made, Eastern, service time'),
  })
  .meta({ id: 'OwnTradingAccount', description: 'The account of the token that asks' })

export const tradingAccountRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/account`,
    summary: 'Your account',
    description: 'Cash, and what the whole is worth and gained where everything held has a mark.',
    response: {
      status: 200,
      description: 'The account of the token',
      contentType: JSON_TYPE,
      schema: OwnAccount,
      example: {
        account_id: 7,
        name: 'momentum agent',
        balance: 100_000,
        equity: 100_000,
        buying_power: 100_000,
        required: 0,
        maintenance: null,
        unrealized_pnl: 0,
        realized_pnl: 0,
        day_pnl: 0,
        day_pnl_reason: null,
        unmarked: [],
        stale: [],
        initial_balance: 100_000,
        epoch: 1,
        status: 'active',
        deficit: false,
        shorting: false,
        created_at: '2026-11-20T10:31:02-05:00',
      },
    },
    handle: async (context, _input, { request }): Promise<z.input<typeof OwnAccount>> => {
      const held = await readHeld(context, callerAccount(request))
      const { account, holdings, now } = held
      const { equityE4, buyingPowerE4, requiredE4, maintenance, unmarked, unrealizedE4, realizedE4 } = worthOf(held)
      const day = await dayGain(context, account, equityE4, now)
      return {
        account_id: account.id,
        name: account.name,
        balance: dollarsOf(account.cashE4),
        equity: dollarsOrNull(equityE4),
        buying_power: dollarsOrNull(buyingPowerE4),
        required: dollarsOrNull(requiredE4),
        maintenance: maintenance && {
          required: dollarsOf(maintenance.requiredE4),
          excess: dollarsOf(maintenance.excessE4),
          called: maintenance.isCalled,
        },
        unrealized_pnl: dollarsOrNull(unrealizedE4),
        realized_pnl: dollarsOf(realizedE4),
        day_pnl: dollarsOrNull(day.gainE4),
        day_pnl_reason: day.reason,
        unmarked,
        stale: holdings.filter((holding) => isOld(holding, now)).map(({ position }) => position.instrument),
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
