import { ENDED_BY_REQUEST } from '../alerts/custom-alerts.ts'
import { KEPT_DAYS } from '../server/kept-days.ts'
import { type AuditRule, keptSince } from './audit-rule.ts'

/** Cycles, messages, observations, alerts, events and daily rows. */
export const SIGNALS_AUDIT: readonly AuditRule[] = [
  {
    name: 'reported-cycle-has-report',
    promise: 'a cycle is reported if and only if the report of its present run exists',
    offenders: (sql) => sql`
      select c.id, c.state, c.run, r.run as report_run from cycles as c left join reports as r on r.cycle_id = c.id and r.run = c.run
      where (c.state = 'reported') and r.filename is null
         or (r.filename is not null and c.state = 'collecting')`,
  },
  {
    name: 'report-days-count-reports',
    promise: 'the figure of each day is the number of its reports',
    offenders: (sql) => sql`
      select coalesce(d.date, r.date)::text as date, d.reports, r.found
      from report_days as d
      full join (select n.date, min(n.week) as week, count(*) as found from reports as n group by n.date) as r on r.date = d.date
      where (d.reports = r.found and d.week = r.week) is not true`,
  },
  {
    name: 'computed-cycle-has-snapshot',
    promise: 'a computed or reported cycle has the snapshot of its run, for as long as snapshots are kept',
    offenders: (sql) => sql`
      select c.id, c.state, c.run from cycles as c
      where c.state in ('computed', 'reported') and c.cutoff > ${keptSince(sql, 'cycles', KEPT_DAYS.signal_snapshots)}
        and not exists (select 1 from signal_snapshots as s where s.cycle_id = c.id and s.run = c.run)`,
  },
  {
    name: 'snapshot-sees-no-future',
    promise: 'a snapshot is as of its cycle’s cutoff, no cutoff is after the deadline, and no input was known after it',
    offenders: (sql) => sql`
      select c.id, c.cutoff, c.deadline, s.as_of, input.known_at
      from cycles as c
      left join signal_snapshots as s on s.cycle_id = c.id
      left join lateral (
        select max((i.value->>'known_at')::timestamptz) as known_at
        from jsonb_array_elements(s.document::jsonb->'score_components') as p,
          jsonb_array_elements(p.value->'inputs') as i
      ) as input on true
      where c.cutoff > c.deadline or s.as_of <> c.cutoff or input.known_at > s.as_of`,
  },
  {
    name: 'cutoff-covers-arrivals',
    promise: 'the cutoff of a cycle covers every arrival before its deadline and before its sweep',
    offenders: (sql) => sql`
      select c.id, c.cutoff, max(a.arrived_at) as latest from cycles as c join cycle_arrivals as a on a.cycle_id = c.id
      where c.cutoff < c.deadline and a.source = any(c.expected)
      group by c.id
      having c.cutoff < max(a.arrived_at)`,
  },
  {
    name: 'cycle-instants-ascend',
    promise:
      'a cycle was due, collected, computed and reported in this order of real time (a clock may be set back by a second)',
    offenders: (sql) => sql`
      select c.id, c.due_at, c.collected_at, c.computed_at, c.reported_at from cycles as c
      where c.due_at > c.collected_at + interval '1 second' or c.collected_at > c.computed_at + interval '1 second'
        or c.computed_at > c.reported_at + interval '1 second'`,
  },
  {
    name: 'fired-cycle-slot-has-cycle',
    promise: 'a fired cycle slot opened its cycle, and no cycle exists without its slot, for as long as slots are kept',
    offenders: (sql) => sql`
      select s.key, c.id from (select f.key from slots as f where f.kind = 'cycle' and f.state = 'fired') as s
      full join cycles as c on s.key = 'cycle:' || c.id
      where (s.key is null and c.scheduled_for > ${keptSince(sql, 'cycles', KEPT_DAYS.slots)}) or c.id is null`,
  },
  {
    name: 'done-has-no-zombie',
    promise: 'every message in the outbox older than a minute has been sent',
    offenders: (sql) => sql`
      select o.message_id, o.created_at from outbox as o
      where o.sent_at is null and o.created_at < clock_timestamp() - interval '1 minute'`,
  },
  {
    name: 'observation-revisions-are-dense',
    promise: 'the revisions of a value are 1, 2, 3… and each differs from the one before',
    offenders: (sql) => sql`
      select v.series, v.day, v.revision from (
        select o.series, o.day, o.revision, o.value, lag(o.revision) over w as before, lag(o.value) over w as value_before
        from observations as o window w as (partition by o.series, o.day order by o.revision)
      ) as v
      where v.revision <> coalesce(v.before, 0) + 1 or v.value = v.value_before`,
  },
  {
    name: 'alert-episodes-take-turns',
    promise: 'an episode of an alert kind begins only after the one before it was cleared',
    offenders: (sql) => sql`
      select e.alert_id, e.episode, e.fired_at, e.cleared_before from (
        select a.alert_id, a.episode, a.fired_at, lag(a.id) over w as before, lag(a.cleared_at) over w as cleared_before,
          lag(a.cleared_message) over w as message_before
        from alerts as a window w as (partition by a.alert_id order by a.fired_at, a.id)
      ) as e
      where e.before is not null and (e.cleared_before is null or e.cleared_before > e.fired_at)
        -- A request may end an episode after the cutoff of the cycle that then fires the alert again.
        and (e.cleared_before is not null and e.message_before like ${`${ENDED_BY_REQUEST} %`}) is not true`,
  },
  {
    name: 'alert-was-decided-by-its-state',
    promise: 'no alert fired or cleared after the instant through which its kind was evaluated',
    offenders: (sql) => sql`
      select a.alert_id, a.episode, a.fired_at, a.cleared_at, s.evaluated_through
      from alerts as a left join alert_state as s on s.alert_id = a.alert_id
        left join custom_alerts as c on c.alert_id = a.alert_id
      where (a.fired_at <= s.evaluated_through and coalesce(a.cleared_at, a.fired_at) <= s.evaluated_through) is not true
        -- A request that changes or deletes a custom alert ends its episode, and the state of its kind is forgotten.
        and (c.id is not null and a.cleared_at is not null
          and (s.evaluated_through is null or a.cleared_message like ${`${ENDED_BY_REQUEST} %`})) is not true`,
  },
  {
    name: 'event-fires-keep-to-the-budget',
    promise: 'no Eastern day has more than three granted event fires, and no two are closer than half an hour',
    offenders: (sql) => sql`
      select f.key, f.at, f.before, f.of_day from (
        select g.key, g.at, lag(g.at) over (order by g.at) as before,
          row_number() over (partition by (g.at at time zone 'America/New_York')::date order by g.at) as of_day
        from event_fires as g where g.outcome = 'granted'
      ) as f
      where f.of_day > 3 or f.at - f.before < interval '30 minutes'`,
  },
  {
    name: 'wires-rest-after-a-fire',
    promise: 'a wire requests no second event within two hours, and none before it has held for twenty minutes',
    offenders: (sql) => sql`
      select f.key, f.at, f.before, f.met_since from (
        select g.key, g.at, lag(g.at) over (partition by g.subject order by g.at) as before,
          substr(g.key, length('wire/' || g.subject || ':') + 1)::timestamptz as met_since
        from event_fires as g where g.source = 'wire'
      ) as f
      where f.at - f.before < interval '2 hours' or f.at - f.met_since < interval '20 minutes'`,
  },
  {
    name: 'daily-row-is-a-score-or-a-reason',
    promise: 'a daily row has a score within its bounds, or no score',
    offenders: (sql) => sql`
      select d.trade_date, d.score_low, d.health_score, d.score_high from signals_daily as d
      where d.health_score is not null and (d.score_low <= d.health_score and d.health_score <= d.score_high) is not true`,
  },
]
