-- The clock of a simulated market in the operator's hands. Service time is what it was, but never beyond the ceiling,
-- which moves from event to event when what fell due is done. Without a ceiling it follows real time.
alter table service_time
  add column state        text    not null default 'run' check (state in ('run', 'paused', 'lock-step')),
  -- A clock that somebody commanded keeps its state over restarts.
  add column is_commanded boolean not null default false,
  add column ceiling      timestamptz,
  -- Where a step ends; null when none is under way.
  add column target       timestamptz,
  add column moved_by     text,
  -- Number of the newest command, and of the newest one that has arrived.
  add column move         bigint  not null default 0,
  add column arrived_move bigint  not null default 0,
  add column move_from    timestamptz,
  add column moved_at     timestamptz,
  add column arrived_at   timestamptz,
  -- Number of the newest change. While a change waits to be seen, `arriving` holds its number.
  add column seq          bigint  not null default 0,
  add column arriving     bigint,
  add column arrived_seq  bigint,
  -- Two readings of both times, from which the effective speed follows.
  add column sample_real     timestamptz,
  add column sample_service  timestamptz,
  add column sample_real_before    timestamptz,
  add column sample_service_before timestamptz;

create or replace function service_now() returns timestamptz language sql stable as $$
  select coalesce(
    (select least(st.service_origin + (clock_timestamp() - st.real_origin) * st.speed, st.ceiling)
     from service_time as st),
    clock_timestamp())
$$;

-- Every process that follows the clock, and the newest change it has seen.
create table clock_readers (
  id      uuid primary key,
  name    text        not null,
  seen    bigint      not null default 0,
  -- Real time; a reader that is silent holds no clock.
  beat_at timestamptz not null default clock_timestamp()
);
