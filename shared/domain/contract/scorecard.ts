import { z } from 'zod'
import { LUCK_ACCOUNTS } from '../trading/luck.ts'
import { RATIO_DAYS_MIN } from '../trading/performance.ts'

/** Below so many closed trades the scorecard has figures and no words. */
export const WORDS_FROM = 30

const figure = z.number().nullable()
const reason = z.string().nullable().describe('why a figure is null; null when every figure has a value')

const Equity = z.object({
  as_filled: figure.describe('cash and all positions at their marks now, in dollars; null while one has no mark'),
  at_touch: figure.describe('what it would be if each fill had got the bare bid or ask of its instant, in dollars'),
  at_mid: figure.describe('what it would be at the middle of bid and ask of each fill’s instant, in dollars'),
  fills: z.int().describe('executed trades of the epoch'),
  impact_paid: z.number().describe('paid beyond the touch: size and impact, in dollars'),
  spread_paid: z.number().describe('cost of the spread, from the mid price to the touch, in dollars'),
  fees_paid: z.number().describe('fees of the fills, in all three figures, in dollars'),
  reason,
})

const LuckDocument = z.object({
  accounts: z.int().describe('random accounts that the trades are compared with'),
  ceiling: figure.describe('gain in dollars that 95 of 100 random accounts stay below'),
  median: figure.describe('gain of the middle random account, in dollars'),
  own: figure.describe('gain of the same closed trades, in dollars'),
  rank_percent: figure.describe('random accounts with a smaller gain, in percent'),
  trades: z.int().describe('closed trades in stocks, which are compared'),
  left_out: z.int().describe('closed trades with options, which are not: there is no history of prices of contracts'),
  reason,
})

const Regime = z
  .object({
    regime: z.string().nullable().describe('regime of the newest daily row known at the entry; null: none was known'),
    trades: z.int().describe('closed trades'),
    wins: z.int().describe('closed trades with a gain'),
    gain: z.number().describe('their gains and losses, in dollars'),
    average: z.number().describe('gain of one, in dollars'),
  })
  .meta({ id: 'ScorecardRegime', description: 'Closed trades that were opened in a regime' })

export const Scorecard = z
  .object({
    epoch: z.int().describe('the epoch of these figures'),
    through: z.string().describe('when it was made, Eastern'),
    equity: Equity.describe('the same trades at three prices'),
    beta_removed: z
      .object({
        own_percent: figure.describe(
          'return of the account from its opening to its newest snapshot; from the first snapshot where the price of ' +
            'SPY at the opening is not known',
        ),
        spy_percent: figure.describe('return of SPY over the same instants'),
        beta: figure.describe(
          `slope of daily returns against those of SPY; null with fewer than ${RATIO_DAYS_MIN} days, or where SPY ` +
            'did not move',
        ),
        excess_percent: figure.describe('own_percent less beta times spy_percent'),
        days: z.int().describe('sessions with a return of both'),
        reason,
      })
      .describe('what is left of the return without the market'),
    luck: LuckDocument.describe(
      `${LUCK_ACCOUNTS} seeded accounts that put the same dollars into the same stocks for as many sessions, but on ` +
        'random days of the last year and without costs; trades that were held at the same time stay together, because ' +
        'stocks move together',
    ),
    regimes: z.array(Regime).describe('closed trades by the regime at their entry, most trades first'),
    closed_trades: z
      .int()
      .describe('fills, expiries, liquidations and payments of splits that closed something; the newest 5,000 count'),
    words: z.array(z.string()).describe(`what the figures say; empty below ${WORDS_FROM} closed trades`),
    words_reason: z.string().nullable().describe('why there are no words; null when there are'),
  })
  .meta({ id: 'Scorecard', description: 'How good the trades of an account were, against what luck would do' })
export type Scorecard = z.infer<typeof Scorecard>
