import { KEPT_DAYS } from '../server/kept-days.ts'
import { type AuditRule, keptSince } from './audit-rule.ts'
import { closeInstant } from './audit-sql.ts'

/** Reads of AI-1 and AI-2, calls of the LLM and grades. */
export const AI_AUDIT: readonly AuditRule[] = [
  {
    name: 'ai-reads-are-written-once',
    promise:
      'a read is written if and only if its cycle has its deterministic text, as of the read’s cutoff, and the LLM’s never stands alone',
    offenders: (sql) => sql`
      select r.id, r.state, w.variants, w.as_of, r.cutoff from ai_reads as r
      full join (
        select 'ai1' as stage, s.cycle_id, array_agg(s.variant order by s.variant) as variants, min(s.as_of) as as_of,
          max(s.as_of) as as_of_max from ai_states as s group by s.cycle_id
        union all
        select 'ai2', v.cycle_id, array_agg(v.variant order by v.variant), min(v.as_of), max(v.as_of)
        from ai_verdicts as v group by v.cycle_id
      ) as w on w.stage = r.stage and w.cycle_id = r.cycle_id
      where (r.state = 'written' and w.variants[1] = 'deterministic' and w.as_of = r.cutoff and w.as_of_max = r.cutoff)
        is not true and (r.state = 'written' or w.cycle_id is not null)`,
  },
  {
    name: 'ai-slots-open-their-read',
    promise:
      'a slot of AI-1 or AI-2 opened its read if and only if it fired, and a read without a slot is of an event, for as long as slots are kept',
    offenders: (sql) => sql`
      select s.key, s.state, r.id, r.origin from (select x.key, x.state from slots as x where x.kind in ('ai1', 'ai2')) as s
      full join ai_reads as r on r.id = s.key
      where (s.key is not null and (s.state = 'fired') <> (r.id is not null))
        or (s.key is null and r.origin <> 'event'
          and r.scheduled_for > ${keptSince(sql, 'ai_reads', KEPT_DAYS.slots)})`,
  },
  {
    name: 'ai-calls-have-their-read',
    promise:
      'every call of the LLM is of a read that began, never of simulated months, or of ops ai check; a second one repairs a refused first',
    offenders: (sql) => sql`
      select a.read_id, a.attempt, r.state, r.origin, f.outcome as first from ai_attempts as a
      left join ai_reads as r on r.id = a.read_id
      left join ai_attempts as f on f.read_id = a.read_id and f.attempt = 1
      where (a.read_id not like 'check:%' and (r.state <> 'waiting' and r.origin <> 'backfill') is not true)
        or (a.attempt = 2 and (f.outcome = 'refused' and f.ended_at <= a.started_at) is not true)`,
  },
  {
    name: 'ai-texts-come-from-a-call',
    promise: 'every text of the LLM is of an accepted call of its read, by the same model',
    offenders: (sql) => sql`
      select t.stage, t.cycle_id, t.model from (
        select 'ai1' as stage, s.cycle_id, s.model from ai_states as s where s.variant = 'llm'
        union all select 'ai2', v.cycle_id, v.model from ai_verdicts as v where v.variant = 'llm'
      ) as t
      where not exists (
        select 1 from ai_reads as r join ai_attempts as a on a.read_id = r.id
        where r.stage = t.stage and r.cycle_id = t.cycle_id and a.outcome = 'accepted' and a.model = t.model)`,
  },
  {
    name: 'ai-costs-count-on-their-day',
    promise:
      'a call counts on the Eastern day of real time on which it began, with a cost where the provider counted tokens and else with its worst case; the costs of a day are those of its reads and checks',
    offenders: (sql) => sql`
      select d.day, d.by_day, c.by_call, c.wrong from (
        select a.spend_day as day, sum(coalesce(a.cost_micro, a.cost_max_micro)) as by_day from ai_attempts as a
        group by a.spend_day
      ) as d
      full join (
        select x.spend_day as day,
          sum(case when x.input_tokens is null then x.cost_max_micro else x.cost_micro end) as by_call,
          count(*) filter (where (x.cost_micro is null) <> (x.input_tokens is null or x.output_tokens is null)
            or x.spend_day not in ((x.started_at at time zone 'America/New_York')::date,
              ((x.started_at - interval '1 minute') at time zone 'America/New_York')::date)
            or not exists (select 1 from ai_spend_days as s where s.day = x.spend_day)) as wrong
        from ai_attempts as x group by x.spend_day
      ) as c using (day)
      where (d.by_day = c.by_call and c.wrong = 0) is not true`,
  },
  {
    name: 'grades-follow-their-outcome',
    promise:
      'a grade is in the table of its verdict’s origin, starts at a close at or after the verdict or, as that of a size, ends with a session that opened after it, and was made after its last close from claims that the verdict states',
    offenders: (sql) => sql`
      select g.series, g.verdict_id, g.kind, g.sessions, g.start_day, g.end_day, g.graded_as_of, v.as_of, v.origin from (
        select 'live' as series, l.* from ai_grades as l union all select 'backfill', b.* from ai_backfill_grades as b
      ) as g
      left join ai_verdicts as v on v.id = g.verdict_id
      where ((v.origin = 'backfill') = (g.series = 'backfill')
        and case g.kind when 'magnitude' then (g.end_day + time '09:30') at time zone 'America/New_York' > v.as_of
          else ${closeInstant(sql, sql`g.start_day`)} >= v.as_of end
        and g.graded_as_of >= ${closeInstant(sql, sql`g.end_day`)}
        and case g.kind when 'risk_band' then v.rate is not null when 'magnitude' then v.size_class is not null
          when 'direction' then v.direction is not null else v.idea_horizon = g.sessions end) is not true`,
  },
  {
    name: 'past-decisions-refuse-changes',
    promise: 'verdicts, states, grades and receipts have the trigger that refuses every change, and it is on',
    offenders: (sql) => sql`
      select n.name from unnest(array['ai_verdicts', 'ai_states', 'ai_grades', 'ai_backfill_grades', 'receipts']) as n (name)
      where not exists (
        select 1 from pg_trigger as t join pg_proc as p on p.oid = t.tgfoid
        where t.tgrelid = ('public.' || n.name)::regclass and p.proname = 'refuse_change' and t.tgenabled in ('O', 'A')
          and t.tgtype & (8 + 16 + 32) = 8 + 16 + 32)`,
  },
]
