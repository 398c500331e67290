-- The epoch of Postgres's clock: a process that saw the clock step raises it, so that a quote from before the step
-- cannot be confirmed after it. No row means epoch 0.
create table clock_epoch (
  id         boolean primary key default true check (id),
  epoch      integer          not null check (epoch >= 1),
  -- How far the newest step moved Postgres's clock; below zero is back.
  step_ms    double precision not null,
  -- Postgres's time after that step.
  stepped_at timestamptz      not null
);

create function current_clock_epoch() returns integer language sql stable as $$
  select coalesce((select c.epoch from clock_epoch as c), 0)
$$;

alter table trades add column clock_epoch integer not null default 0;
alter table trades alter column clock_epoch set default current_clock_epoch();
