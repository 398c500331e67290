import { z } from 'zod'
import { growthOf } from '../../../shared/domain/trading/growth.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import {
  againstSpy,
  dayStatistics,
  maximumDrawdown,
  RATIO_DAYS_MIN,
} from '../../../shared/domain/trading/performance.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import type { Curve, StoredSnapshot } from './account-snapshots-view.ts'
import type { ClosedTrades } from './closed-trades-view.ts'
import { NONE_YET } from './equity-documents.ts'
import { rounded } from './position-documents.ts'

const figure = z.number().nullable()
const instant = z.string().nullable()
const reason = z.string().nullable().describe('why a figure is null; null when none is')
const Day = z
  .object({ day: z.iso.date().describe('the session'), percent: z.number().describe('its return in percent') })
  .nullable()

export const Statistics = z.object({
  epoch: z.int().describe('the epoch they are of: one period, begun anew by a reset'),
  opened_at: z.string().describe('when it began, Eastern'),
  through: instant.describe('the newest snapshot they know, Eastern; null before the first'),
  snapshots: z.int().describe('snapshots of the epoch, hourly and at closes'),
  snapshots_valued: z.int().describe('of them, those in which everything held had a mark'),
  returns: z
    .object({
      time_weighted_percent: figure.describe('since the opening; money from outside is no return'),
      days: z.int().describe('sessions with a return: from a close to the next, the first from the opening'),
      gaps: z.int().describe('sessions without one, because a close before or behind them is not known'),
      best_day: Day.describe('null without a day'),
      worst_day: Day.describe('null without a day'),
      volatility_percent: figure.describe('standard deviation of daily returns, annualised; null with less than two'),
      sharpe: figure.describe(
        `mean over standard deviation of daily returns, annualised, without a rate; null with less than ${RATIO_DAYS_MIN}`,
      ),
      reason,
    })
    .describe('what the account returned, and how steadily'),
  drawdown: z
    .object({
      percent: figure.describe('the deepest fall from a height over all snapshots; never above 0'),
      peak_at: instant.describe('where it fell from, Eastern; null without a fall'),
      trough_at: instant.describe('its lowest, Eastern'),
      recovered_at: instant.describe('when it was back, Eastern; null while it is not'),
      snapshots: z.int().describe('of how many values'),
    })
    .describe('the deepest fall'),
  closed_trades: z
    .object({
      count: z.int().describe('fills, expiries and liquidations that closed something'),
      wins: z.int().describe('of them, with a gain'),
      losses: z.int().describe('of them, with a loss'),
      win_rate_percent: figure.describe('wins in percent of count; null without one'),
      realized_pnl: z.number().describe('their gains and losses, their own fees included, in dollars'),
      average_win: figure.describe('in dollars; null without one'),
      average_loss: figure.describe('in dollars, below zero; null without one'),
    })
    .describe('what was gained and lost by closing'),
  exposure: z
    .object({
      at: instant.describe('the newest snapshot, Eastern'),
      positions: z.int().describe('how many it held'),
      gross_percent: figure.describe('long and short worth together, in percent of equity'),
      net_percent: figure.describe('long less short worth, in percent of equity'),
      reason,
    })
    .describe('how much of it was at work'),
  benchmark: z
    .object({
      symbol: z.literal('SPY').describe('by its price, without dividends'),
      from: instant.describe('the first snapshot at which both are known, Eastern'),
      through: instant.describe('the last one, Eastern'),
      percent: figure.describe('what it did in between'),
      own_percent: figure.describe('what the account did over the same instants'),
      days: z.int().describe('sessions with a return of both'),
      excess_percent: figure.describe(`own_percent minus percent; null with less than ${RATIO_DAYS_MIN} days`),
      beta: figure.describe(`slope of daily returns on those of SPY; null with less than ${RATIO_DAYS_MIN} days`),
      reason,
    })
    .describe('SPY over the same instants'),
})
export type Statistics = z.infer<typeof Statistics>

interface Inputs {
  curve: Curve
  newest: Pick<StoredSnapshot, 'at' | 'equityE4' | 'positions' | 'marks'> | null
  closed: ClosedTrades
}

const at = (instantOf: Date | undefined | null): string | null => (instantOf ? easternExact(instantOf) : null)
const percent = (fraction: number | null): number | null => rounded(fraction === null ? null : 100 * fraction)
const fewDays = (days: number): string | null =>
  days < RATIO_DAYS_MIN ? `${days} daily returns: below ${RATIO_DAYS_MIN} their ratios say nothing` : null

export function statisticsDocument({ curve, newest, closed }: Inputs): Statistics {
  const { epoch, opening, points } = curve
  const path = growthOf(opening, points)
  const valued = points.filter(({ equityE4 }) => equityE4 !== null).length
  const days = dayStatistics(opening, points)
  const day = (of: typeof days.best) => of && { day: of.day, percent: rounded(100 * of.fraction)! }
  const drawdown = valued > 0 ? maximumDrawdown(path) : null
  const fell = drawdown !== null && drawdown.fraction < 0
  const nothing = points.length === 0 ? NONE_YET : 'no snapshot of this epoch has a mark of everything held'
  return {
    epoch,
    opened_at: easternExact(opening.at),
    through: at(points.at(-1)?.at),
    snapshots: points.length,
    snapshots_valued: valued,
    returns: {
      time_weighted_percent: valued > 0 ? percent(path.at(-1)!.growth - 1) : null,
      days: days.days,
      gaps: days.gaps,
      best_day: day(days.best),
      worst_day: day(days.worst),
      volatility_percent: percent(days.volatility),
      sharpe: rounded(days.sharpe),
      reason: valued === 0 ? nothing : (fewDays(days.days) ?? (days.sharpe === null ? 'its worth never moved' : null)),
    },
    drawdown: {
      percent: percent(drawdown?.fraction ?? null),
      peak_at: at(fell ? drawdown.peakAt : null),
      trough_at: at(fell ? drawdown.troughAt : null),
      recovered_at: at(fell ? drawdown.recoveredAt : null),
      snapshots: valued,
    },
    closed_trades: closedDocument(closed),
    exposure: exposureDocument(newest, nothing),
    benchmark: benchmarkDocument(curve, days),
  }
}

const closedDocument = ({ count, wins, losses, realizedE4, wonE4, lostE4 }: ClosedTrades) => ({
  count,
  wins,
  losses,
  realized_pnl: dollarsOf(realizedE4),
  win_rate_percent: count === 0 ? null : rounded((100 * wins) / count),
  average_win: wins === 0 ? null : dollarsOf(Math.round(wonE4 / wins)),
  average_loss: losses === 0 ? null : dollarsOf(Math.round(lostE4 / losses)),
})

function exposureDocument(newest: Inputs['newest'], nothing: string): Statistics['exposure'] {
  const { equityE4 = null, positions = 0, marks = [] } = newest ?? {}
  const why =
    newest === null
      ? nothing
      : equityE4 === null
        ? 'something it held had no mark'
        : equityE4 <= 0
          ? 'its worth is not above zero'
          : marks.length < positions
            ? 'it held more positions than a snapshot keeps'
            : null
  const share = (of: (value: number) => number): number | null =>
    why === null ? percent(marks.reduce((sum, { value_e4 }) => sum + of(value_e4!), 0) / equityE4!) : null
  return {
    at: at(newest?.at),
    positions,
    gross_percent: share(Math.abs),
    net_percent: share((value) => value),
    reason: why,
  }
}

function benchmarkDocument(
  { opening, points }: Curve,
  { pairedDays, beta }: ReturnType<typeof dayStatistics>,
): Statistics['benchmark'] {
  const both = againstSpy(opening, points)
  const enough = pairedDays >= RATIO_DAYS_MIN
  return {
    symbol: 'SPY',
    from: at(both?.from),
    through: at(both?.through),
    days: pairedDays,
    beta: rounded(beta),
    percent: percent(both?.spy ?? null),
    own_percent: percent(both?.own ?? null),
    excess_percent: both && enough ? percent(both.own - both.spy) : null,
    reason: both ? fewDays(pairedDays) : 'less than two snapshots know both the account and SPY',
  }
}
