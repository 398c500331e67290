import type { TradingDay } from '../../time/trading-day.ts'
import type { Db, Tx } from '../server/db.ts'

/** A ripe setup as a run recorded it, and its progress since. The worker defines the content of both parts. */
export interface RecordRow<Pick = unknown, Progress = unknown> {
  id: string
  run: string
  ticker: string
  side: 'long' | 'short'
  archetype: string
  /** Null where it was recorded without being locked. */
  slot: number | null
  recordedAt: Date
  pick: Pick
  progress: Progress
  enteredOn: TradingDay | null
  exitedOn: TradingDay | null
  maturedOn: TradingDay | null
}

/** The newest records count where the past is longer than this. */
const RECORDS_MAX = 50_000

const columns = (db: Db) => db`
  r.id, r.run, r.ticker, r.side, r.archetype, r.slot, r.recorded_at as "recordedAt", r.pick, r.progress,
  r.entered_on as "enteredOn", r.exited_on as "exitedOn", r.matured_on as "maturedOn"`

export async function addRecords(tx: Tx, records: readonly RecordRow[]): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ recordedAt, enteredOn, exitedOn, maturedOn, pick, progress, ...rest }) => ({
    ...rest,
    recorded_at: recordedAt,
    entered_on: enteredOn,
    exited_on: exitedOn,
    matured_on: maturedOn,
    pick: tx.json(pick as never),
    progress: tx.json(progress as never),
  }))
  await tx`insert into screener_records ${tx(rows)}`
}

/** Brings records forward; the schema refuses a second entry, exit or outcome. */
export async function saveProgress(tx: Tx, records: readonly RecordRow[]): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ id, progress, enteredOn, exitedOn, maturedOn }) => ({
    id,
    progress,
    enteredOn,
    exitedOn,
    maturedOn,
  }))
  await tx`
    update screener_records as r
    set progress = n.value->'progress', entered_on = (n.value->>'enteredOn')::date,
      exited_on = (n.value->>'exitedOn')::date, matured_on = (n.value->>'maturedOn')::date
    from jsonb_array_elements(${tx.json(rows as never)}) as n
    where r.id = n.value->>'id'`
}

/** Records whose horizon has not ended, oldest first; `for update` by the one who brings them forward. */
export async function unfinishedRecords<P, Q>(tx: Tx): Promise<RecordRow<P, Q>[]> {
  return await tx<RecordRow<P, Q>[]>`
    select ${columns(tx)} from screener_records as r where r.matured_on is null
    order by r.recorded_at, r.id limit ${RECORDS_MAX} for update`
}

/** Every record, oldest first, with the version of the rules under which its run decided. */
export async function allRecords<P, Q>(db: Db): Promise<(RecordRow<P, Q> & { rulesVersion: string })[]> {
  const newestFirst = await db<(RecordRow<P, Q> & { rulesVersion: string })[]>`
    select ${columns(db)}, u.rules_version as "rulesVersion"
    from screener_records as r join screener_runs as u on u.id = r.run
    order by r.recorded_at desc, r.id desc limit ${RECORDS_MAX}`
  return newestFirst.reverse()
}

/** Locked picks, oldest first. */
export async function lockedRecords<P, Q>(db: Db): Promise<RecordRow<P, Q>[]> {
  const newestFirst = await db<RecordRow<P, Q>[]>`
    select ${columns(db)} from screener_records as r where r.slot is not null
    order by r.recorded_at desc, r.id desc limit ${RECORDS_MAX}`
  return newestFirst.reverse()
}

export async function recordsOf(db: Db, ids: readonly string[]): Promise<RecordRow[]> {
  return await db<RecordRow[]>`
    select ${columns(db)} from screener_records as r
    where r.id = any(string_to_array(${ids.join(',')}, ',')) order by r.id limit ${RECORDS_MAX}`
}

export interface OutcomeRow<T = unknown> {
  id: string
  archetype: string
  knownAt: Date
  outcome: T
}

export async function addOutcomes(tx: Tx, outcomes: readonly OutcomeRow[]): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ id, archetype, knownAt, outcome }) => ({
    id,
    archetype,
    known_at: knownAt,
    outcome: tx.json(outcome as never),
  }))
  await tx`insert into screener_outcomes ${tx(rows)}`
}

/** Outcomes in the order in which they became known. */
export async function allOutcomes<T>(db: Db): Promise<OutcomeRow<T>[]> {
  const newestFirst = await db<OutcomeRow<T>[]>`
    select o.id, o.archetype, o.known_at as "knownAt", o.outcome from screener_outcomes as o
    order by o.known_at desc, o.id desc limit ${RECORDS_MAX}`
  return newestFirst.reverse()
}

/** Names outside the index whose records have not matured: their bars come with no member's. */
export async function namesFollowedOutside(db: Db): Promise<string[]> {
  const rows = await db<{ ticker: string }[]>`
    select distinct r.ticker from screener_records as r
    where r.matured_on is null
      and not exists (select 1 from index_members as m where m.symbol = r.ticker and m.gone_at is null)
    order by r.ticker limit 1000`
  return rows.map(({ ticker }) => ticker)
}

/** Names of records that have no entry yet. */
export async function pendingNames(db: Db): Promise<string[]> {
  const rows = await db<{ ticker: string }[]>`
    select distinct r.ticker from screener_records as r
    where r.entered_on is null and r.matured_on is null order by r.ticker limit 1000`
  return rows.map(({ ticker }) => ticker)
}
