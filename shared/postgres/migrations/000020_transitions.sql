-- What the states of the market were in the newest cycle that counted: the next one is compared with these. One row.
create table transition_state (
  id               boolean primary key default true check (id),
  -- Transitions are logged from here on; for what was before there are the daily rows.
  watched_since    timestamptz not null,
  compared_through timestamptz not null,
  cycle_id         text        not null,
  states           jsonb       not null
);

-- Whether a source delivers, falls back to its last good value or fails, as its newest scheduled run left it.
create table source_states (
  source         text        primary key,
  state          text        not null check (state in ('delivering', 'degraded', 'failing')),
  since          timestamptz not null,
  judged_through timestamptz not null
);
