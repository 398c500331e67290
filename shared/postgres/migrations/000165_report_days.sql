-- Reports of each day, so that lists of days and weeks and the number of reports need not count reports, which are kept
-- for ever. Triggers keep the figures, because processes of the version before write reports too.
create table report_days (
  date    date    primary key,
  week    text    not null,
  reports integer not null check (reports > 0)
);

create function count_new_reports() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into report_days as d (date, week, reports)
  select a.date, min(a.week), count(*) from added as a group by a.date order by a.date
  on conflict (date) do update set reports = d.reports + excluded.reports;
  return null;
end $$;

create function forget_reports() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from report_days as d where not exists (select 1 from reports as r where r.date = d.date);
  update report_days as d set reports = h.reports
  from (select r.date, count(*) as reports from reports as r group by r.date) as h
  where h.date = d.date and h.reports <> d.reports;
  return null;
end $$;
revoke all on function count_new_reports(), forget_reports() from public;

create trigger reports_counted after insert on reports
  referencing new table as added for each statement execute function count_new_reports();
-- The service never deletes or empties reports; a person who does leaves the figures right.
create trigger reports_forgotten after delete or truncate on reports
  for each statement execute function forget_reports();

insert into report_days (date, week, reports)
select r.date, min(r.week), count(*) from reports as r group by r.date;

-- A reader's cursor is compared with the events at which a log went on after a loss, which are a handful in all.
create index events_continued_idx on events (log, id) where subject = 'event_log' and hash is not null;
