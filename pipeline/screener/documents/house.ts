import type { HousePick, ScreenerHouse } from '../../../shared/domain/contract/screener/house.ts'
import {
  HOUSE_ACCOUNTS,
  type HouseAccountName,
  type HouseOrder,
} from '../../../shared/domain/contract/screener/house-ids.ts'
import { shown, shownOrNull } from '../../maths/shown.ts'
import { mean } from '../../maths/statistics.ts'
import { HOUSE_SIZE } from '../house/plan-orders.ts'
import type { Tracked } from '../tracked.ts'
import { compareTrade, type HouseSplit } from './house-trades.ts'

/** Equity of an account at a close, in dollars, with SPY's price. */
export interface HousePoint {
  account: HouseAccountName
  at: string
  equity: number
  spy: number | null
}

export interface HouseInput {
  /** `spy` is its price when the account was opened; null if none was known. */
  accounts: readonly { name: HouseAccountName; accountId: number; since: string; spy: number | null }[]
  contracts: readonly Tracked[]
  orders: readonly HouseOrder[]
  points: readonly HousePoint[]
  /** Splits that settlement has applied. */
  splits: readonly HouseSplit[]
}

type Body = Pick<ScreenerHouse, 'accounts' | 'note'>

const WORDS: Readonly<Record<HouseAccountName, string>> = {
  equal: `every locked pick with up to ${HOUSE_SIZE} dollars, in whole shares`,
  chip: `BETTABLE with up to ${HOUSE_SIZE} dollars in whole shares, PROBATION with half of it, NO-BET with nothing`,
}

/** Compares what the house accounts earned with the grades of the same picks, and explains the difference. */
export function houseDocument({ accounts, contracts, orders, points, splits }: HouseInput): Body {
  const byId = new Map(contracts.map((contract) => [contract.id, contract]))
  return {
    accounts: HOUSE_ACCOUNTS.flatMap((name) => {
      const account = accounts.find((each) => each.name === name)
      if (!account) return []
      const legs = Map.groupBy(
        orders.filter((order) => order.account === name),
        ({ contract }) => contract,
      )
      const picks = [...legs].flatMap(([id, own]) => {
        const contract = byId.get(id)
        return contract ? [compareTrade(contract, own, splits)] : []
      })
      const curve = curveOf(
        account.spy,
        points.filter((point) => point.account === name),
      )
      const record = recordOf(picks)
      return [
        {
          name,
          rule: WORDS[name],
          account_id: account.accountId,
          since: account.since,
          reason: whyUnknown(curve, record),
          ...curve,
          record,
          picks: picks.toReversed().slice(0, PICKS_MAX),
        },
      ]
    }),
    note:
      'The accounts trade through the public API: buys at the ask, sales at the bid, impact beyond the displayed size. ' +
      'A pick is graded at the middle, from its entry price to the close that ended it; an account sees that close ' +
      'only afterwards and leaves at the next session’s first good quote. That is the part called timing. Dividends ' +
      'and fees for borrowed stock are in the equity alone, because grading leaves them out.',
  }
}

function whyUnknown(curve: ReturnType<typeof curveOf>, record: ReturnType<typeof recordOf>): string | null {
  if (curve.equity === null) return 'no session has closed since the account was opened'
  const isIdle = record.skipped > 0 && record.open + record.missed === 0
  if (record.ended === 0)
    return isIdle ? 'every pick so far was skipped by its chip' : 'no pick has been entered and left yet'
  return curve.spy_return === null ? 'no price of SPY is known at a close of the account' : null
}

/** Newest picks that are listed; the record is over all of them. */
const PICKS_MAX = 200
const OPENING = 100_000

function curveOf(opening: number | null, points: readonly HousePoint[]) {
  const last = points.at(-1)
  const base = opening ?? points.find(({ spy }) => spy !== null)?.spy ?? null
  return {
    equity: last ? shown(last.equity) : null,
    return: last ? shown(last.equity / OPENING - 1) : null,
    spy_return: last?.spy && base ? shown(last.spy / base - 1) : null,
    curve: points.map(({ at, equity, spy }) => ({ at, equity: shown(equity), spy: shownOrNull(spy) })),
  }
}

type Compared = HousePick

function recordOf(picks: readonly Compared[]): Body['accounts'][number]['record'] {
  const of = (state: Compared['state']) => picks.filter((pick) => pick.state === state)
  const ended = picks.filter(({ difference }) => difference !== null)
  // Missed picks that have ended were graded too, so leaving them out changes the mean.
  const graded = [...ended, ...of('missed').filter(({ graded_return: value }) => value !== null)]
  const average = (list: readonly Compared[], value: (pick: Compared) => number | null) =>
    mean(list.flatMap((pick) => value(pick) ?? []))
  const part = (name: 'spread' | 'impact' | 'timing') => average(ended, ({ difference }) => difference![name])
  const [gradedAll, gradedTaken] = [graded, ended].map((list) => average(list, (pick) => pick.graded_return))
  const traded = average(ended, (pick) => pick.traded_return)
  const isKnown = ended.length > 0
  return {
    ended: ended.length,
    open: of('open').length + of('entering').length + of('leaving').length,
    missed: of('missed').length,
    skipped: of('skipped').length,
    graded_mean: shownOrNull(gradedAll ?? null),
    traded_mean: shownOrNull(traded),
    traded_hit_rate: shownOrNull(average(ended, ({ traded_return: value }) => (value! > 0 ? 1 : 0))),
    difference: isKnown
      ? {
          total: shown(traded! - gradedAll!),
          spread: shown(part('spread')!),
          impact: shown(part('impact')!),
          timing: shown(part('timing')!),
          misses: shown(gradedTaken! - gradedAll!),
        }
      : null,
  }
}
