/**
 * The statements of one AI cycle without its model, for pgbench: two reads of everything known, two attempts before and
 * after their calls, the texts, the verdicts, the end of each read.
 */
const FACTS = `
select e.day, e.run, e.as_of, e.rules_version, e.document from ai_evenings as e order by e.as_of desc, e.run desc limit 1;
select s.document from signal_snapshots as s order by s.as_of desc, s.run desc limit 1;
select d.trade_date, d.regime, d.regime_reason, d.health_score, d.live_points from signals_daily as d
  where d.state = 'final' order by d.trade_date desc limit 400;
select t.wire, t.met, t.reading from tripwires as t order by t.wire limit 1000;
select a.id, a.severity, a.message from alerts as a where a.cleared_at is null limit 100;
select q.symbol, q.price from minute_quotes as q where q.minute = (select max(m.minute) from minutes as m) limit 100;
select o.value from observations as o where o.series = 'spy_close' order by o.day desc, o.known_at desc limit 1;
select n.publisher, n.headline from news_articles as n order by n.known_at desc limit 12;`

const attempt = (read: string) => `
select reserve_ai_attempt('${read}:' || :n::text, 1::smallint, 'p', 'm', true, 'v', 1, 1, 1000000000, null);
update ai_attempts set outcome = 'accepted', answer = repeat('a', 600), cost_micro = 1, ended_at = clock_timestamp()
  where read_id = '${read}:' || :n::text and attempt = 1;`

const open = (stage: string) => `
insert into ai_reads (id, cycle_id, stage, day, scheduled_for, origin, starts_by, state)
  values ('${stage}:' || :n::text, 'c' || :n::text, '${stage}', current_date, now(), 'scheduled', now(), 'started') on conflict do nothing;`

const finish = (stage: string) => `
update ai_reads set state = 'written', cutoff = now(), decided_at = now() where id = '${stage}:' || :n::text and state = 'started';
insert into inbox (message_id, stage, state, attempts) values ('ai-${stage}-' || :n::text || '#1', '${stage}', 'done', 1) on conflict do nothing;`

const text = (variant: string) => `
insert into ai_states (cycle_id, variant, as_of, day, origin, model, prompt_version, rules_version, document, written_at)
  values ('c' || :n::text, '${variant}', now(), current_date, 'scheduled', 'm', 'v', 'r', repeat('a', 500), now())
  on conflict do nothing;`

const verdict = (variant: string) => `
insert into ai_verdicts (cycle_id, variant, as_of, day, origin, model, prompt_version, rules_version, era, document, written_at)
  values ('c' || :n::text, '${variant}', now(), current_date, 'scheduled', 'm', 'v', 'r', 'e', repeat('a', 2000), now())
  on conflict do nothing;`

/** The model columns are null for the deterministic variant, as the table demands. */
const own = (statement: string): string => statement.replace("'m', 'v', 'r'", "null, null, 'r'")

export const AI_SCRIPT = `\\set n random(1, 2000000000)
${open('ai1')}${open('ai2')}${FACTS}${attempt('ai1')}
begin;${own(text('deterministic'))}${text('llm')}${finish('ai1')}
commit;${FACTS}${attempt('ai2')}
begin;${own(verdict('deterministic'))}${verdict('llm')}${finish('ai2')}
commit;
`
