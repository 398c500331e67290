-- The names of a table's months are read before their dates are. In one query with both, Postgres may read the date of
-- every partition of the database first, as it did once its statistics were old, and fail at a name like `job_common`.
create or replace function drop_months(parent text, before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  month text;
  dropped integer := 0;
begin
  for month in
    with months as materialized (
      select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
      where i.inhparent = quote_ident(parent)::regclass and c.relispartition)
    select m.name from months as m
    where (to_date(right(m.name, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
    order by m.name
  loop
    begin
      execute format('drop table %I', month);
      dropped := dropped + 1;
    exception when lock_not_available then null;
    end;
  end loop;
  return dropped;
end $$;
