import type {
  HouseAccountName,
  HouseFill,
  HouseOrder,
  HouseOrderKey,
} from '../../domain/contract/screener/house-ids.ts'
import type { Db, Tx } from '../server/db.ts'

export interface HouseAccount {
  name: HouseAccountName
  accountId: number
  since: Date
}

/** House accounts that are open; a deleted one is replaced. */
export async function houseAccounts(db: Db): Promise<HouseAccount[]> {
  return await db<HouseAccount[]>`
    select h.name, h.account_id as "accountId", h.since from house_accounts as h
    join accounts as a on a.id = h.account_id where a.status <> 'deleted' order by h.name limit 10`
}

/** Waits until no other process opens house accounts. */
export async function lockHouse(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('house_accounts'))`
}

export async function saveHouseAccount(
  tx: Tx,
  { name, accountId }: Pick<HouseAccount, 'name' | 'accountId'>,
): Promise<void> {
  await tx`
    insert into house_accounts (name, account_id) values (${name}, ${accountId})
    on conflict (name) do update set account_id = excluded.account_id, since = service_now()`
}

const ORDERS_MAX = 50_000
const columns = (db: Db) => db`
  o.account, o.contract, o.leg, o.attempt, o.day, o.planned_at as "plannedAt", o.quantity, o.state,
  o.trade_id as "tradeId", o.reason, o.fill`

/** Every attempt, oldest first. */
export async function houseOrders(db: Db): Promise<HouseOrder[]> {
  return await db<HouseOrder[]>`
    select ${columns(db)} from house_orders as o
    order by o.planned_at, o.account, o.contract, o.leg, o.attempt limit ${ORDERS_MAX}`
}

export async function houseOrder(db: Db, key: HouseOrderKey): Promise<HouseOrder | null> {
  const rows = await db<HouseOrder[]>`
    select ${columns(db)} from house_orders as o
    where o.account = ${key.account} and o.contract = ${key.contract} and o.leg = ${key.leg}
      and o.attempt = ${key.attempt} limit 1`
  return rows[0] ?? null
}

/** Adds attempts that are new; a leg that has one which counts keeps it. Returns those that were added. */
export async function addHouseOrders(tx: Tx, orders: readonly HouseOrder[]): Promise<HouseOrderKey[]> {
  if (orders.length === 0) return []
  const rows = orders.map(({ plannedAt, tradeId, fill, ...order }) => ({
    ...order,
    planned_at: plannedAt,
    trade_id: tradeId,
    fill: fill && tx.json(fill as never),
  }))
  const added = await tx<HouseOrderKey[]>`
    insert into house_orders ${tx(rows)} on conflict do nothing returning account, contract, leg, attempt`
  return [...added]
}

/** Keeps the trade of an attempt before it is confirmed; false if the attempt was given up meanwhile. */
export async function saveHouseTrade(db: Db, key: HouseOrderKey, tradeId: string): Promise<boolean> {
  const saved = await db`
    update house_orders as o set trade_id = ${tradeId}
    where o.account = ${key.account} and o.contract = ${key.contract} and o.leg = ${key.leg}
      and o.attempt = ${key.attempt} and o.state = 'placing' and (o.trade_id is null or o.trade_id = ${tradeId})
    returning 1`
  return saved.count === 1
}

export interface HouseOutcome extends HouseOrderKey {
  state: 'executing' | 'filled' | 'ended'
  reason: string | null
  fill: HouseFill | null
}

/** Saves the outcome of an attempt; the first outcome remains. */
export async function saveHouseOutcome(tx: Tx, { state, reason, fill, ...key }: HouseOutcome): Promise<void> {
  await tx`
    update house_orders as o set state = ${state}, reason = ${reason}, fill = ${fill && tx.json(fill as never)}
    where o.account = ${key.account} and o.contract = ${key.contract} and o.leg = ${key.leg}
      and o.attempt = ${key.attempt} and o.state in ('placing', 'executing')`
}

export interface HouseClose {
  name: HouseAccountName
  at: Date
  equityE4: number
  spyE4: number | null
}

const CLOSES_MAX = 5_000

/** Equity of the house accounts at the closes of sessions, oldest first. */
export async function houseCloses(db: Db): Promise<HouseClose[]> {
  const rows = await db<HouseClose[]>`
    select h.name, s.at, s.equity_e4 as "equityE4", s.spy_e4 as "spyE4"
    from account_snapshots as s join house_accounts as h on h.account_id = s.account_id
    where s.kind = 'close' and s.equity_e4 is not null and s.at >= h.since
    order by s.at desc, h.name limit ${CLOSES_MAX}`
  return rows.toReversed()
}
