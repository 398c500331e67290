import { z } from 'zod'
import { counted } from '../../../shared/domain/number-words.ts'
import { growthOf } from '../../../shared/domain/trading/growth.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import {
  againstSpy,
  dayStatistics,
  maximumDrawdown,
  RATIO_DAYS_MIN,
  SPY_NEVER_MOVED,
} from '../../../shared/domain/trading/performance.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import type { Curve, StoredSnapshot } from './account-snapshots-view.ts'
import type { ClosedTrades } from './closed-fold.ts'
import { NO_SNAPSHOT } from './equity-documents.ts'
import { rounded } from './position-documents.ts'

const figure = z.number().nullable()
const instant = z.string().nullable()
const reason = z.string().nullable().describe('why a figure is null; null when every figure has a value')
const Day = z
  .object({ day: z.iso.date().describe('the session'), percent: z.number().describe('its return in percent') })
  .nullable()

export const Statistics = z.object({
  epoch: z.int().describe('the epoch of these statistics: the period between two resets'),
  opened_at: z.string().describe('when the epoch began, Eastern'),
  through: instant.describe('the newest snapshot included, Eastern; null before the first'),
  snapshots: z.int().describe('snapshots of the epoch, hourly and at closes'),
  snapshots_valued: z.int().describe('snapshots in which every position had a mark'),
  returns: z
    .object({
      time_weighted_percent: figure.describe('time-weighted return since the opening; adjustments do not count'),
      days: z.int().describe('sessions with a return: from one close to the next, the first from the opening'),
      gaps: z.int().describe('sessions without a return, because the close before or after is unknown'),
      best_day: Day.describe('the session with the highest return; null without one'),
      worst_day: Day.describe('the session with the lowest return; null without one'),
      volatility_percent: figure.describe('annualised standard deviation of daily returns; null with fewer than 2'),
      sharpe: figure.describe(
        'annualised mean over standard deviation of daily returns, without a risk-free rate; null with fewer than ' +
          `${RATIO_DAYS_MIN}`,
      ),
      reason,
    })
    .describe('the return of the account and its steadiness'),
  drawdown: z
    .object({
      percent: figure.describe('the deepest fall from an earlier peak over all snapshots; never above 0'),
      peak_at: instant.describe('the peak before the fall, Eastern; null without a fall'),
      trough_at: instant.describe('the lowest point, Eastern'),
      recovered_at: instant.describe('when the peak was reached again, Eastern; null until then'),
      snapshots: z.int().describe('number of values considered'),
    })
    .describe('the deepest fall'),
  closed_trades: z
    .object({
      count: z.int().describe('fills, expiries, liquidations and payments of splits that closed something'),
      wins: z.int().describe('closed trades with a gain'),
      losses: z.int().describe('closed trades with a loss'),
      win_rate_percent: figure.describe('wins in percent of count; null when count is 0'),
      realized_pnl: z
        .number()
        .describe(
          'their gains and losses with their own fees, in dollars; that of the account has dividends and borrow fees too',
        ),
      average_win: figure.describe('in dollars; null without a win'),
      average_loss: figure.describe('in dollars, below zero; null without a loss'),
    })
    .describe('gains and losses of closed positions'),
  exposure: z
    .object({
      at: instant.describe('the newest snapshot, Eastern'),
      positions: z.int().describe('number of its positions'),
      gross_percent: figure.describe('value of long and short positions together, in percent of equity'),
      net_percent: figure.describe('value of long minus short positions, in percent of equity'),
      reason,
    })
    .describe('the share of equity that was invested'),
  benchmark: z
    .object({
      symbol: z.literal('SPY').describe('by its price, without dividends'),
      from: instant.describe(
        'the opening or, where the price of SPY is not known then, the first snapshot with both values, Eastern',
      ),
      through: instant.describe('the last such snapshot, Eastern'),
      percent: figure.describe('return of SPY in between'),
      own_percent: figure.describe('return of the account over the same instants'),
      days: z.int().describe('sessions with a return of both'),
      excess_percent: figure.describe(`own_percent minus percent; null with fewer than ${RATIO_DAYS_MIN} days`),
      beta: figure.describe(
        `slope of daily returns against those of SPY; null with fewer than ${RATIO_DAYS_MIN} days, or where SPY did ` +
          'not move',
      ),
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
  days < RATIO_DAYS_MIN ? `only ${counted(days, 'daily return')}: ratios need at least ${RATIO_DAYS_MIN}` : null

export function statisticsDocument({ curve, newest, closed }: Inputs): Statistics {
  const { epoch, opening, points } = curve
  const path = growthOf(opening, points)
  const valued = points.filter(({ equityE4 }) => equityE4 !== null).length
  const days = dayStatistics(opening, points)
  const day = (of: typeof days.best) => of && { day: of.day, percent: rounded(100 * of.fraction)! }
  const drawdown = valued > 0 ? maximumDrawdown(path) : null
  const fell = drawdown !== null && drawdown.fraction < 0
  const nothing = points.length === 0 ? NO_SNAPSHOT : 'no snapshot of this epoch has a mark for every position'
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
      reason: valued === 0 ? nothing : (fewDays(days.days) ?? (days.sharpe === null ? 'equity never moved' : null)),
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
        ? 'a position had no mark'
        : equityE4 <= 0
          ? 'equity was not above zero'
          : marks.length < positions
            ? 'the account held more positions than a snapshot stores'
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
    reason: both
      ? (fewDays(pairedDays) ?? (beta === null ? SPY_NEVER_MOVED : null))
      : 'fewer than two instants have both equity and SPY',
  }
}
