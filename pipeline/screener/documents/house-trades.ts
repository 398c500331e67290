import type { HousePick } from '../../../shared/domain/contract/screener/house.ts'
import type { HouseFill, HouseOrder } from '../../../shared/domain/contract/screener/house-ids.ts'
import type { Split } from '../../../shared/domain/trading/corporate-action.ts'
import { sharesThrough } from '../../../shared/domain/trading/split.ts'
import { shown, shownOrNull } from '../../maths/shown.ts'
import { signOf, type Tracked } from '../tracked.ts'

export type HouseSplit = Pick<Split, 'symbol' | 'exDate' | 'newShares' | 'oldShares'>

/** The graded pick and the same pick as an account traded it; splits may have changed the shares in between. */
export function compareTrade(
  contract: Tracked,
  orders: readonly HouseOrder[],
  splits: readonly HouseSplit[] = [],
): HousePick {
  const [entry, exit] = [legOf(orders, 'entry'), legOf(orders, 'exit')]
  const [bought, sold] = [entry?.fill ?? null, exit?.fill ?? null]
  const gradedExit = contract.contract!.exit
  const sign = signOf(contract.side)
  const graded = contract.entry && gradedExit ? sign * (gradedExit.price / contract.entry.price - 1) : null
  const shares =
    entry && exit ? sharesThrough(splits, { symbol: contract.ticker, after: entry.day, through: exit.day }) : 1
  const traded = bought && sold ? sign * ((sold.price * shares) / bought.price - 1) : null
  return {
    contract_id: contract.id,
    ticker: contract.ticker,
    side: contract.side,
    archetype: contract.archetype,
    chip: contract.contract!.chip,
    state: stateOf(contract, entry, exit),
    reason: (exit?.state === 'missed' ? exit.reason : null) ?? entry?.reason ?? orders.at(-1)?.reason ?? null,
    attempts: orders.filter(({ state }) => state !== 'skipped').length,
    quantity: bought?.quantity ?? null,
    entry: legShown(bought, contract.entry?.price ?? null),
    exit: legShown(sold, gradedExit?.price ?? null),
    graded_return: shownOrNull(graded),
    traded_return: shownOrNull(traded),
    difference: graded !== null && traded !== null ? difference(traded - graded, [bought!, sold!]) : null,
  }
}

/** The attempt that counts; all others have ended. */
const legOf = (orders: readonly HouseOrder[], leg: HouseOrder['leg']): HouseOrder | null =>
  orders.find((order) => order.leg === leg && order.state !== 'ended') ?? null

function stateOf({ contract }: Tracked, entry: HouseOrder | null, exit: HouseOrder | null): HousePick['state'] {
  if (entry?.state === 'missed' || entry?.state === 'skipped') return entry.state
  if (entry?.state !== 'filled') return 'entering'
  if (exit?.state === 'filled') return 'ended'
  if (exit?.state === 'missed') return 'missed'
  return contract!.exit === null ? 'open' : 'leaving'
}

const middle = ({ bid, ask }: HouseFill): number => (bid + ask) / 2
const touch = ({ side, bid, ask }: HouseFill): number => (side === 'buy' ? ask : bid)

function legShown(fill: HouseFill | null, graded: number | null): HousePick['entry'] {
  if (!fill) return null
  return {
    at: fill.at,
    price: shown(fill.price),
    middle: shown(middle(fill)),
    touch: shown(touch(fill)),
    graded_price: shownOrNull(graded),
  }
}

/**
 * Spread and impact of both legs as shares of the mid price; the rest is timing, because the account traded at another
 * moment.
 */
function difference(total: number, fills: readonly HouseFill[]): NonNullable<HousePick['difference']> {
  const spread = -fills.reduce((sum, fill) => sum + Math.abs(touch(fill) - middle(fill)) / middle(fill), 0)
  const impact = -fills.reduce((sum, fill) => sum + Math.abs(fill.price - touch(fill)) / middle(fill), 0)
  return { total: shown(total), spread: shown(spread), impact: shown(impact), timing: shown(total - spread - impact) }
}
