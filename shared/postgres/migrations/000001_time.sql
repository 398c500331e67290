-- Service time: real time since an origin, at a speed. Live, service = real; in a simulated world it
-- starts at a session's 10:00; a stepped run has speed 0 and moves the origin. One row, so all agree.
create table service_time (
  id             boolean primary key default true check (id),
  real_origin    timestamptz      not null,
  service_origin timestamptz      not null,
  speed          double precision not null check (speed >= 0),
  -- The service did not exist before this instant: slots due earlier are nobody's fault.
  since          timestamptz      not null,
  -- Written every few seconds, so that a restart resumes here and never goes back.
  last_seen      timestamptz      not null
);

create function service_now() returns timestamptz language sql stable as $$
  select coalesce(
    (select st.service_origin + (clock_timestamp() - st.real_origin) * st.speed from service_time as st),
    clock_timestamp())
$$;

-- Stretches of service time during which the service was deliberately not running.
create table service_pauses (
  id         bigint generated always as identity primary key,
  paused_at  timestamptz not null,
  resumed_at timestamptz not null check (resumed_at >= paused_at),
  reason     text        not null
);

-- A slot is claimed by inserting its key: once, however many schedulers run.
create table slots (
  key           text primary key,
  kind          text        not null,
  scheduled_for timestamptz not null,
  state         text        not null check (state in ('fired', 'missed')),
  reason        text,
  decided_at    timestamptz not null,
  origin        text        not null check (origin in ('scheduled', 'backfill'))
);
create index slots_scheduled_for_idx on slots (scheduled_for);
