import { z } from 'zod'
import { isStale } from '../../../shared/domain/market/market-quote.ts'
import { ACCOUNT_STATUSES } from '../../../shared/domain/trading/account.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { dayGain } from './day-gain.ts'
import { dividendsDueE4 } from './dividends-due-view.ts'
import { type Holding, readMarked, worthOf } from './holdings.ts'
import { dollarsOrNull } from './position-documents.ts'

const isOld = ({ valueE4, answer: { touch } }: Holding, now: Date): boolean =>
  valueE4 !== null && touch !== null && isStale(touch, now)

const OwnAccount = z
  .object({
    account_id: z.int().describe('its id'),
    name: z.string().describe('its name'),
    balance: z.number().describe('cash in dollars'),
    equity: z
      .number()
      .nullable()
      .describe('cash and all positions at their marks, in dollars; null while one has no mark'),
    equity_estimate: z
      .number()
      .nullable()
      .describe(
        'where equity is null: the same with each option that has no mark at its intrinsic value, so too low for a long ' +
          'one and too high for a short one; no other figure uses it; null while equity is known, or where a stock ' +
          'has no mark or an underlying no price',
      ),
    buying_power: z.number().nullable().describe('cash that can be spent, in dollars; null while a mark is missing'),
    required: z
      .number()
      .nullable()
      .describe('cash that must stay for short positions, in dollars; null while a mark is missing'),
    maintenance: z
      .object({
        required: z
          .number()
          .describe('equity that short stock requires: 30 % of its mark, less where a long call covers it; in dollars'),
        excess: z.number().describe('equity minus required, in dollars'),
        called: z.boolean().describe('true: equity is below required'),
      })
      .nullable()
      .describe('null while no stock is short or equity is unknown'),
    unrealized_pnl: z
      .number()
      .nullable()
      .describe('market value of positions minus their cost, in dollars; null while one has no mark'),
    realized_pnl: z.number().describe('all other gains since the epoch began, dividends and fees included, in dollars'),
    day_pnl: z
      .number()
      .nullable()
      .describe('equity minus the equity at the close before the newest session, in dollars; null with a reason'),
    day_pnl_reason: z.string().nullable().describe('why day_pnl is null; null when it has a value'),
    dividends_due: z
      .number()
      .describe(
        'dividends that went ex and are not paid yet, in dollars; below zero when short stock owes them; in no other figure',
      ),
    unmarked: z.array(z.string()).describe('the positions without a mark, which are why equity is null'),
    stale: z.array(z.string()).describe('the positions marked by an old quote; positions show its age and the reason'),
    initial_balance: z.number().describe('opening cash of this epoch in dollars'),
    epoch: z.int().describe('1 when the account is opened, one higher after each reset'),
    status: z.enum(ACCOUNT_STATUSES).describe('active, suspended or closing_only'),
    deficit: z.boolean().describe('true: a settlement left cash below zero, and the account may only close positions'),
    shorting: z.boolean().describe('true: may sell stock short'),
    created_at: z.string().describe('when it was created, Eastern, service time'),
  })
  .meta({ id: 'OwnTradingAccount', description: 'The account of the caller’s token' })

export const tradingAccountRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/account`,
    summary: 'Your account',
    description: 'Cash; and, when every position has a mark, equity and gains.',
    response: {
      status: 200,
      description: 'The account of the token',
      contentType: JSON_TYPE,
      schema: OwnAccount,
      example: readExample<z.infer<typeof OwnAccount>>(import.meta.url, './account-example.json'),
    },
    handle: async (context, _input, { request }): Promise<z.input<typeof OwnAccount>> => {
      const held = await readMarked(context, callerAccount(request))
      const { account, holdings, now } = held
      const worth = worthOf(held)
      const { equityE4, buyingPowerE4, requiredE4, maintenance, unmarked, unrealizedE4, realizedE4 } = worth
      const [day, dueE4] = await Promise.all([
        dayGain(context, account, equityE4, now),
        context.reader.read((sql) => dividendsDueE4(sql, account)),
      ])
      return {
        account_id: account.id,
        name: account.name,
        balance: dollarsOf(account.cashE4),
        equity: dollarsOrNull(equityE4),
        equity_estimate: dollarsOrNull(worth.estimateE4),
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
        dividends_due: dollarsOf(dueE4),
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
