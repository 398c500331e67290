import type { Db, Tx } from '../server/db.ts'

const WISH_KINDS = ['at', 'open', 'close', 'cycle', 'minute', 'event'] as const
export type WishKind = (typeof WISH_KINDS)[number]

export interface Wish {
  kind: WishKind
  after: Date
  /** Null for an event. */
  at: Date | null
}

/** Whether a wish for an event has come: one that the agent cannot have seen is on the account's log, or an alert is. */
const eventCame = (sql: Db, wish: ReturnType<Db>) => sql`
  exists (
    select 1 from (
      select e.arrival, e.recorded_at from events as e
      where e.log = 'account/' || ${wish}.account_id::text and e.hash is not null
      order by e.id desc limit 1
    ) as newest
    where newest.recorded_at > ${wish}.after or newest.arrival > ${wish}.seen_event
  ) or exists (
    select 1 from alerts as a
    where a.severity = 'critical' and a.origin = 'scheduled' and a.fired_at > ${wish}.after
  )`

/** A report that has not come by then is late or will never come: the agent is woken without it. */
const REPORT_WAIT = '3 minutes'

/**
 * Whether a wish for an instant has come. A cycle begins at its instant and has come when its report can be read, so
 * that an agent woken by it does not read the state of the cycle before.
 */
const instantCame = (sql: Db, wish: ReturnType<Db>) => sql`
  (${wish}.at <= service_now() and (${wish}.kind <> 'cycle'
    or ${wish}.at <= service_now() - ${REPORT_WAIT}::interval
    or exists (
      select 1 from cycles as c
      where c.scheduled_for >= ${wish}.at and c.scheduled_for <= service_now() and c.state in ('reported', 'failed'))))`

/**
 * Stores the newest wish of an account, which takes a silent account back into lock-step. Events recorded by then, and
 * not later than what the agent has seen, count as seen too; an agent that asks again still waits for those after its
 * first call.
 */
export async function saveWish(tx: Tx, accountId: number, { kind, after, at }: Wish): Promise<void> {
  await tx`
    insert into clock_wishes as w (account_id, kind, after, at, seen_event)
    select ${accountId}::integer, ${kind}::text, ${after}::timestamptz, ${at}::timestamptz,
      case when ${kind}::text = 'event' then coalesce(greatest(
        (select e.arrival from events as e
         where e.log = 'account/' || ${accountId}::integer::text and e.hash is not null
           and e.recorded_at <= ${after}::timestamptz
         order by e.id desc limit 1),
        (select max(e.arrival) from events as e
         where e.log = 'account/' || ${accountId}::integer::text and e.hash is null
           and e.recorded_at <= ${after}::timestamptz)), 0) end
    on conflict (account_id) do update set kind = excluded.kind, after = excluded.after, at = excluded.at,
      seen_event = case when w.kind = excluded.kind and w.after = excluded.after
        then coalesce(w.seen_event, excluded.seen_event) else excluded.seen_event end,
      arrived_at = null, woken_by = null`
  await tx`update accounts set paced_at = clock_timestamp(), left_out_at = null where id = ${accountId} and pacing`
}

export interface WishState extends Wish {
  accountId: number
  arrivedAt: Date | null
  wokenBy: string | null
  /** Service time has come to the wish, or its event has. */
  isDue: boolean
  /** Only the clock of a lock-step wakes this account. */
  isPaced: boolean
}

export async function readWish(sql: Db, accountId: number): Promise<WishState | null> {
  const [row] = await sql<WishState[]>`
    select w.account_id as "accountId", w.kind, w.after, w.at, w.arrived_at as "arrivedAt", w.woken_by as "wokenBy",
      case when w.kind = 'event' then ${eventCame(sql, sql`w`)} else ${instantCame(sql, sql`w`)} end is true as "isDue",
      (a.pacing and exists (select 1 from service_time as st where st.state = 'lock-step')) as "isPaced"
    from clock_wishes as w join accounts as a on a.id = w.account_id where w.account_id = ${accountId}`
  return row ?? null
}

export async function sharedNow(sql: Db): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`select service_now() as now`
  return row.now
}

/** Consumes the wish whose answer an agent gets. */
export async function takeWish(tx: Tx, accountId: number): Promise<void> {
  await tx`delete from clock_wishes where account_id = ${accountId}`
  await tx`update accounts set paced_at = clock_timestamp() where id = ${accountId} and pacing`
}

export interface PacedAccount {
  id: number
  epoch: number
  name: string
  /** Null while the agent does not wait. */
  wish: WishKind | null
  at: Date | null
  isDue: boolean
  silentSeconds: number
}

/** The accounts that a lock-step waits for, except those left out for their silence. */
export async function pacedAccounts(sql: Db): Promise<PacedAccount[]> {
  return await sql<PacedAccount[]>`
    select a.id, a.epoch, a.name, w.kind as wish, w.at,
      case when w.kind is null then false when w.kind = 'event' then ${eventCame(sql, sql`w`)}
        else w.at <= service_now() end is true as "isDue",
      extract(epoch from clock_timestamp() - greatest(a.paced_at, (
        select max(t.last_used_at) from account_tokens as t where t.account_id = a.id), (
        select st.moved_at from service_time as st)))::float8 as "silentSeconds"
    from accounts as a left join clock_wishes as w on w.account_id = a.id and w.arrived_at is null
    where a.pacing and a.left_out_at is null and a.status <> 'deleted' order by a.id limit 1000`
}

/** Wakes the accounts whose wishes are due. */
export async function wakeAccounts(tx: Db, ids: readonly number[]): Promise<void> {
  const list = ids.join(',')
  await tx`
    update clock_wishes as w set arrived_at = service_now(), woken_by = w.kind
    where w.account_id = any(string_to_array(${list}, ',')::integer[])`
  await tx`
    update accounts as a set paced_at = clock_timestamp()
    where a.id = any(string_to_array(${list}, ',')::integer[])`
}

/** Leaves a silent account out until its next wish; false if that was done before. */
export async function leaveOut(tx: Db, id: number): Promise<boolean> {
  const rows = await tx`
    update accounts set left_out_at = service_now() where id = ${id} and pacing and left_out_at is null returning 1`
  return rows.length > 0
}
