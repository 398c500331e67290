-- One row for each claim of a verdict whose outcome has matured, graded from the bars that were known then and never
-- graded again: a later correction of a bar changes no grade. Losses are Brier or ranked probability scores.
create table ai_grades (
  verdict_id bigint           not null references ai_verdicts (id),
  kind       text             not null check (kind in ('risk_band', 'magnitude', 'direction', 'trade_idea')),
  -- Sessions from the start to the outcome; a verdict has three directions.
  sessions   integer          not null check (sessions between 1 and 20),
  start_day  date             not null,
  end_day    date             not null check (end_day > start_day),
  -- The chance that the writer gave to what it named, whether that came, and the chance that the rival gave.
  stated     double precision not null check (stated between 0 and 1),
  came       boolean          not null,
  base       double precision not null check (base between 0 and 1),
  loss       double precision not null check (loss >= 0),
  base_loss  double precision not null check (base_loss >= 0),
  -- Nothing that was known later was read.
  graded_as_of timestamptz    not null,
  rules_version text          not null,
  traceparent text,
  primary key (verdict_id, kind, sessions)
);
create trigger ai_grades_append_only before update or delete or truncate on ai_grades
  for each statement execute function refuse_change();

-- Slots of simulated months, which no live slot served: graded by the same code, in a table of their own.
create table ai_backfill_grades (like ai_grades including all);
alter table ai_backfill_grades add foreign key (verdict_id) references ai_verdicts (id);
create trigger ai_backfill_grades_append_only before update or delete or truncate on ai_backfill_grades
  for each statement execute function refuse_change();

-- The database itself keeps the two apart.
create function check_grade_origin() returns trigger language plpgsql as $$
begin
  if (select v.origin = 'backfill' from ai_verdicts as v where v.id = new.verdict_id) <> (tg_table_name = 'ai_backfill_grades') then
    raise exception 'verdict % is not graded in %', new.verdict_id, tg_table_name
      using errcode = 'check_violation', constraint = 'grade_origin';
  end if;
  return new;
end $$;
create trigger ai_grades_origin before insert on ai_grades for each row execute function check_grade_origin();
create trigger ai_backfill_grades_origin before insert on ai_backfill_grades for each row execute function check_grade_origin();
