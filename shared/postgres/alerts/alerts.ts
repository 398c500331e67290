import {
  type Alert,
  type AlertEvent,
  type AlertEvidence,
  type AlertId,
  type AlertStates,
  type HeldKind,
  NEVER_EVALUATED,
  type Severity,
  type WatchedEpisode,
} from '../../domain/contract/alert.ts'
import type { Origin } from '../../domain/market/observation.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'

interface StateRow {
  alertId: string
  evaluatedThrough: Date | null
  observedAt: Date | null
  mark: string | null
  inputMissing: string | null
}

/** Locks all states, so that evaluations run one after the other and each begins where the last one ended. */
export async function lockAlertStates(tx: Tx, ids: readonly string[]): Promise<AlertStates> {
  const locked = await tx`select s.alert_id from alert_state as s order by s.alert_id for update`
  if (locked.length < ids.length) {
    const rows = [...ids].sort().map((id) => ({ alert_id: id }))
    await tx`insert into alert_state ${tx(rows)} on conflict do nothing`
    await tx`select s.alert_id from alert_state as s order by s.alert_id for update`
  }
  // Read again, because a statement that waited for a lock does not see what was committed while it waited.
  const rows = await tx<StateRow[]>`
    select s.alert_id as "alertId", s.evaluated_through as "evaluatedThrough", s.observed_at as "observedAt", s.mark,
      s.input_missing as "inputMissing"
    from alert_state as s limit 1000`
  const episodes = await tx<{ alertId: string; episode: string; firedAt: Date }[]>`
    select a.alert_id as "alertId", a.episode, a.fired_at as "firedAt" from alerts as a where a.cleared_at is null limit 1000`
  const active = new Map(episodes.map(({ alertId, episode, firedAt }) => [alertId, { episode, firedAt }]))
  return Object.fromEntries(
    rows.map(({ alertId, ...row }) => [alertId, { ...NEVER_EVALUATED, ...row, active: active.get(alertId) ?? null }]),
  )
}

export async function saveAlertStates(tx: Tx, states: AlertStates): Promise<void> {
  const rows = (Object.entries(states) as [string, NonNullable<AlertStates[string]>][]).map(([id, state]) => ({
    alert_id: id,
    evaluated_through: state.evaluatedThrough,
    observed_at: state.observedAt,
    mark: state.mark,
    input_missing: state.inputMissing,
  }))
  await tx`
    insert into alert_state ${tx(rows)}
    on conflict (alert_id) do update set evaluated_through = excluded.evaluated_through,
      observed_at = excluded.observed_at, mark = excluded.mark, input_missing = excluded.input_missing,
      updated_at = clock_timestamp()`
}

/**
 * Applies events in their order, so that an episode ends before the next one of its kind is inserted. An episode that
 * both begins and ends here is inserted with its end, since a later one of its kind may be active.
 */
export async function applyAlertEvents(tx: Tx, events: readonly AlertEvent[], origin: Origin): Promise<void> {
  const began = new Set(events.flatMap(({ type, episode }) => (type === 'fired' ? [episode] : [])))
  const ends = new Map(events.flatMap((event) => (event.type === 'cleared' ? [[event.episode, event]] : [])))
  for (const event of events) {
    const evidence = tx.json(event.evidence)
    if (event.type === 'fired') {
      const end = ends.get(event.episode)
      await tx`
        insert into alerts (alert_id, episode, severity, message, fired_at, evidence, cleared_at, cleared_message,
          cleared_on, origin, traceparent)
        values (${event.alertId}, ${event.episode}, ${event.severity}, ${event.message}, ${event.at}, ${evidence},
          ${end?.at ?? null}, ${end?.message ?? null}, ${end ? tx.json(end.evidence) : null}, ${origin},
          ${activeTraceparent()})`
    } else if (!began.has(event.episode)) {
      await tx`
        update alerts set cleared_at = ${event.at}, cleared_message = ${event.message}, cleared_on = ${evidence}
        where episode = ${event.episode} and cleared_at is null`
    }
  }
}

/** Names the receipt of what was known when these episodes fired. */
export async function saveStateRef(tx: Tx, events: readonly AlertEvent[], stateRef: string): Promise<void> {
  const fired = events.flatMap(({ type, episode }) => (type === 'fired' ? [episode] : []))
  if (fired.length === 0) return
  await tx`update alerts set state_ref = ${stateRef} where episode in ${tx(fired)}`
}

/** The episodes that fired live, not in a replay of past closes. */
export async function firedWhileWatched(tx: Tx): Promise<WatchedEpisode[]> {
  return await tx<WatchedEpisode[]>`
    select a.alert_id as "alertId", a.episode, a.fired_at as "firedAt" from alerts as a
    where a.origin = 'scheduled' and a.alert_id not like 'CUSTOM%' order by a.fired_at limit 100000`
}

export async function forgetReplayed(tx: Tx, ids: readonly AlertId[]): Promise<void> {
  await tx`delete from alerts as a where a.origin <> 'scheduled' and a.alert_id in ${tx([...ids])}`
}

export interface AlertEvaluation {
  cycleId: string
  run: number
  asOf: Date
  rulesVersion: string
  state: 'applied' | 'superseded'
  fired: number
  cleared: number
  held: HeldKind[]
  origin: Origin
  evaluatedAt: Date
}

export async function saveAlertEvaluation(tx: Tx, evaluation: Omit<AlertEvaluation, 'evaluatedAt'>): Promise<void> {
  await tx`
    insert into alert_evaluations (cycle_id, run, as_of, rules_version, state, fired, cleared, held, origin, traceparent)
    values (${evaluation.cycleId}, ${evaluation.run}, ${evaluation.asOf}, ${evaluation.rulesVersion},
      ${evaluation.state}, ${evaluation.fired}, ${evaluation.cleared}, ${tx.json(evaluation.held)},
      ${evaluation.origin}, ${activeTraceparent()})`
}

export async function readAlertEvaluation(sql: Db, cycleId: string, run: number): Promise<AlertEvaluation | null> {
  const [row] = await sql<AlertEvaluation[]>`
    select e.cycle_id as "cycleId", e.run, e.as_of as "asOf", e.rules_version as "rulesVersion", e.state, e.fired,
      e.cleared, e.held, e.origin, e.evaluated_at as "evaluatedAt"
    from alert_evaluations as e where e.cycle_id = ${cycleId} and e.run = ${run}`
  return row ?? null
}

/** The kinds that the newest evaluation could not judge. */
export async function heldKinds(sql: Db): Promise<string[]> {
  const rows = await sql<{ alertId: string }[]>`
    select s.alert_id as "alertId" from alert_state as s where s.input_missing is not null
    order by s.alert_id limit 1000`
  return rows.map(({ alertId }) => alertId)
}

export async function pruneAlertEvaluations(sql: Db, before: Date): Promise<number> {
  const gone = await sql`delete from alert_evaluations as e where e.as_of < ${before}`
  return gone.count
}

export interface AlertRow {
  id: number
  alertId: string
  /** For a custom alert. */
  custom: { config_id: number; name: string; version: number; metric: string } | null
  severity: Severity
  message: string
  firedAt: Date
  state: Alert['state']
  clearedAt: Date | null
  clearedMessage: string | null
  origin: Origin
  /** Null while the kind can be judged, and once the episode is over. */
  inputMissing: string | null
  evidence: AlertEvidence
  /** The receipt of what was known when it fired; null for an episode of a replay. */
  stateRef: string | null
}

export const alertColumns = (sql: Db) => sql`
  a.id, a.alert_id as "alertId", a.severity, a.message, a.fired_at as "firedAt", a.state, a.cleared_at as "clearedAt",
  a.cleared_message as "clearedMessage", a.origin, a.evidence,
  a.state_ref as "stateRef",
  case when c.id is not null then jsonb_build_object('config_id', c.id, 'name', c.name, 'version', c.version,
    'metric', c.metric) end as custom,
  case when a.cleared_at is null then s.input_missing end as "inputMissing"`

/** The tables that `alertColumns` are read from. */
export const alertTables = (sql: Db) => sql`
  alerts as a left join alert_state as s on s.alert_id = a.alert_id left join custom_alerts as c on c.alert_id = a.alert_id`

/** The alerts active at an instant, worst first, so that a report is the same whenever it is written. */
export async function alertsStanding(sql: Db, at: Date): Promise<AlertRow[]> {
  return await sql<AlertRow[]>`
    select ${alertColumns(sql)} from ${alertTables(sql)}
    where a.fired_at <= ${at} and (a.cleared_at is null or a.cleared_at > ${at})
    order by array_position(array['critical', 'warning', 'info'], a.severity), a.fired_at desc, a.id desc
    limit 100`
}

/** The severities with which the episodes of these events fired. */
export async function episodeSeverities(db: Db, events: readonly AlertEvent[]): Promise<Map<string, Severity>> {
  const episodes = events.map(({ episode }) => episode)
  const rows = await db<{ episode: string; severity: Severity }[]>`
    select a.episode, a.severity from alerts as a
    where a.episode in (select jsonb_array_elements_text(${JSON.stringify(episodes)}::text::jsonb))`
  return new Map(rows.map(({ episode, severity }) => [episode, severity]))
}
