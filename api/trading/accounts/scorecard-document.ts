import { type Scorecard, WORDS_FROM } from '../../../shared/domain/contract/scorecard.ts'
import { counted } from '../../../shared/domain/number-words.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { LUCK_ACCOUNTS, type Luck, type StockTrip } from '../../../shared/domain/trading/luck.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import {
  againstSpy,
  dayStatistics,
  RATIO_DAYS_MIN,
  SPY_NEVER_MOVED,
} from '../../../shared/domain/trading/performance.ts'
import { sessionsBetween } from '../../../shared/time/calendar.ts'
import { eastern, easternExact } from '../../../shared/time/eastern.ts'
import type { Curve } from './account-snapshots-view.ts'
import type { FillCosts } from './cost-fold.ts'
import type { CompareWithLuck } from './luck-memory.ts'
import { rounded } from './position-documents.ts'
import type { ClosedLine } from './scorecard-view.ts'

interface Inputs {
  now: Date
  epoch: number
  equityE4: number | null
  lines: readonly ClosedLine[]
  costs: FillCosts
  closes: ReadonlyMap<string, readonly number[]>
  curve: Curve
  compare: CompareWithLuck
}

interface ClosedTrade {
  gain: number
  regime: string | null
  trip: StockTrip | null
}

export function scorecardDocument({ now, epoch, equityE4, lines, costs, closes, curve, compare }: Inputs): Scorecard {
  const sessionOf = sessionNumbers(lines)
  const trades = [...Map.groupBy(lines, ({ entry }) => entry).values()].map((own) => closedTrade(own, sessionOf))
  const trips = trades.flatMap(({ trip }) => (trip === null ? [] : [trip]))
  const luck = compare(trips, closes)
  const beta = betaRemoved(curve)
  const few = `only ${counted(trades.length, 'closed trade')}: a judgement in words needs ${WORDS_FROM}`
  return {
    epoch,
    through: easternExact(now),
    equity: equityDocument(equityE4, costs),
    beta_removed: beta,
    luck: luckDocument(luck, trips.length, trades.length - trips.length),
    regimes: regimeRows(trades),
    closed_trades: trades.length,
    words: trades.length < WORDS_FROM ? [] : words(luckWords(luck, trips.length, trades.length), beta, costs),
    words_reason: trades.length < WORDS_FROM ? few : null,
  }
}

/** Numbers the sessions from the first entry on; a rest day has the number of the session before it. */
function sessionNumbers(lines: readonly ClosedLine[]): (at: Date) => number {
  const days = lines.flatMap(({ openedAt, closedAt }) => [eastern(openedAt).day, eastern(closedAt).day]).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const sessions = first === undefined || last === undefined ? [] : sessionsBetween(first, last)
  const numbers = new Map(sessions.map((day, at) => [day, at]))
  return (at) => {
    const { day } = eastern(at)
    return numbers.get(day) ?? sessions.findLastIndex((each) => each < day)
  }
}

/** The lines of one entry: a trade in one stock has a trip, anything else has none. */
function closedTrade(lines: readonly ClosedLine[], sessionOf: (at: Date) => number): ClosedTrade {
  const [line] = lines
  const { instrument, openedAt, closedAt, basisE4, gainE4, regime } = line!
  const gain = dollarsOf(gainE4)
  const isStock = lines.length === 1 && parseInstrument(instrument)?.kind === 'stock'
  const from = sessionOf(openedAt)
  const sessions = Math.max(0, sessionOf(closedAt) - from)
  const trip = { symbol: instrument, exposure: dollarsOf(basisE4), from, sessions, gain }
  return { gain, regime, trip: isStock ? trip : null }
}

function equityDocument(equityE4: number | null, costs: Inputs['costs']): Scorecard['equity'] {
  const { fills, beyondTouchE4, beyondMidE4, feesE4 } = costs
  const plus = (costE4: number) => (equityE4 === null ? null : dollarsOf(equityE4 + costE4))
  return {
    as_filled: plus(0),
    at_touch: plus(beyondTouchE4),
    at_mid: plus(beyondMidE4),
    fills,
    impact_paid: dollarsOf(beyondTouchE4),
    spread_paid: dollarsOf(beyondMidE4 - beyondTouchE4),
    fees_paid: dollarsOf(feesE4),
    reason: equityE4 === null ? 'a position has no mark now' : null,
  }
}

function betaRemoved({ opening, points }: Curve): Scorecard['beta_removed'] {
  const both = againstSpy(opening, points)
  const { pairedDays, beta } = dayStatistics(opening, points)
  const percent = (fraction: number | null | undefined) => rounded(fraction == null ? null : 100 * fraction)
  const noBeta =
    pairedDays < RATIO_DAYS_MIN
      ? `only ${counted(pairedDays, 'daily return')}: beta needs at least ${RATIO_DAYS_MIN}`
      : SPY_NEVER_MOVED
  return {
    own_percent: percent(both?.own),
    spy_percent: percent(both?.spy),
    beta: rounded(beta),
    excess_percent: both === null || beta === null ? null : percent(both.own - beta * both.spy),
    days: pairedDays,
    reason: both === null ? 'the account and SPY share fewer than two values' : beta === null ? noBeta : null,
  }
}

function luckDocument(luck: Luck | null, trades: number, leftOut: number): Scorecard['luck'] {
  const cents = (dollars: number | undefined) => (dollars === undefined ? null : Math.round(dollars * 100) / 100)
  const why =
    trades === 0 ? 'no trade in a stock has been closed' : 'too few closes are known for the length of a trade'
  return {
    accounts: LUCK_ACCOUNTS,
    ceiling: cents(luck?.ceiling),
    median: cents(luck?.median),
    own: cents(luck?.own),
    rank_percent: luck === null ? null : rounded(100 * luck.rank),
    trades,
    left_out: leftOut,
    reason: luck === null ? why : null,
  }
}

const regimeRows = (trades: readonly ClosedTrade[]): Scorecard['regimes'] =>
  [...Map.groupBy(trades, ({ regime }) => regime)]
    .map(([regime, own]) => {
      const gain = own.reduce((sum, trade) => sum + trade.gain, 0)
      const wins = own.filter((trade) => trade.gain > 0).length
      return { regime, trades: own.length, wins, gain: rounded(gain)!, average: rounded(gain / own.length)! }
    })
    .toSorted((a, b) => b.trades - a.trades)

/** The share of random accounts at either end whose result luck alone seldom reaches. */
const SELDOM = 0.05

function luckWords(luck: Luck | null, trips: number, closed: number): string {
  if (trips < WORDS_FROM)
    return `Only ${trips} of the ${closed} closed trades are in one stock each, and ${WORDS_FROM} are needed to compare them with luck.`
  if (luck === null) return 'The trades cannot be compared with luck.'
  const { own, ceiling, rank } = luck
  const place = `The ${trips} closed trades in one stock each gained more than ${(100 * rank).toFixed(1)} % of random accounts did`
  if (own > ceiling) return `${place}: luck alone reaches that in fewer than one of twenty.`
  return rank < SELDOM
    ? `${place}: bad luck alone explains that in fewer than one of twenty.`
    : `${place}: luck alone explains them.`
}

function words(ofLuck: string, beta: Scorecard['beta_removed'], costs: Inputs['costs']): string[] {
  const { own_percent: own, excess_percent: excess } = beta
  const betaWords =
    own === null || excess === null
      ? []
      : [`Of a return of ${own.toFixed(1)} %, ${excess.toFixed(1)} % are left without the market’s part.`]
  const paid = dollarsOf(costs.beyondMidE4)
  return [ofLuck, ...betaWords, `Spread and impact cost ${paid.toFixed(2)} dollars in ${counted(costs.fills, 'fill')}.`]
}
