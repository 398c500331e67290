-- What an evening says that no later minute of it changes: risk, sizes of moves, likelihood, its lines and usual moves.
-- Each read until the next evening passes it through. A re-run of the evening is a row of its own.
create table ai_evenings (
  day           date        not null,
  run           integer     not null,
  as_of         timestamptz not null,
  rules_version text        not null,
  document      text        not null,
  written_at    timestamptz not null default service_now(),
  traceparent   text,
  primary key (day, run)
);
create index ai_evenings_as_of_idx on ai_evenings (as_of desc, run desc);

-- One row for each stage of an AI cycle, decided once: written, or missed with the reason. The slots of 09:40 and 15:30
-- have both stages, as has a cycle that an event started. `fire_key` names the grant in event_fires of an event's read.
create table ai_reads (
  id            text        primary key,
  cycle_id      text        not null,
  stage         text        not null check (stage in ('ai1', 'ai2')),
  day           date        not null,
  scheduled_for timestamptz not null,
  origin        text        not null check (origin in ('scheduled', 'event', 'backfill')),
  fire_key      text        references event_fires (key),
  -- The report cycle that the read waits for until `starts_by`, if any.
  waits_for     text,
  starts_by     timestamptz not null,
  state         text        not null default 'waiting' check (state in ('waiting', 'started', 'written', 'missed')),
  reason        text,
  -- The read looked at nothing that was known later.
  cutoff        timestamptz,
  decided_at    timestamptz,
  traceparent   text,
  unique (cycle_id, stage),
  check ((state = 'missed') = (reason is not null)),
  check (state <> 'written' or cutoff is not null),
  check ((state in ('written', 'missed')) = (decided_at is not null)),
  check (fire_key is null or origin = 'event')
);
create index ai_reads_open_idx on ai_reads (scheduled_for) where state in ('waiting', 'started');
create index ai_reads_day_idx on ai_reads (day, scheduled_for);

-- Each call that costs money, committed with its worst case before it is sent and never sent again. `spend_day` is the
-- Eastern date of real time, whatever service time says. Without a stored answer the worst case counts.
create table ai_attempts (
  read_id        text        not null,
  attempt        smallint    not null check (attempt in (1, 2)),
  provider       text        not null,
  model          text        not null,
  simulated      boolean     not null,
  prompt_version text        not null,
  spend_day      date        not null,
  cost_max_micro bigint      not null check (cost_max_micro >= 0),
  cost_micro     bigint      check (cost_micro >= 0),
  prompt_chars   integer     not null,
  input_tokens   integer,
  output_tokens  integer,
  latency_ms     integer,
  outcome        text        check (outcome in ('accepted', 'refused', 'failed')),
  error          text,
  answer         text,
  started_at     timestamptz not null default clock_timestamp(),
  ended_at       timestamptz,
  traceparent    text,
  primary key (read_id, attempt),
  check ((outcome is null) = (ended_at is null))
);
create index ai_attempts_day_idx on ai_attempts (spend_day);
create index ai_attempts_started_idx on ai_attempts (started_at);

-- The day's spending is decided under the lock of its row.
create table ai_spend_days (
  day date primary key
);

-- What AI-1 said about the state: the deterministic text always, the LLM's beside it where it passed its checks.
create table ai_states (
  id             bigint      generated always as identity primary key,
  cycle_id       text        not null,
  variant        text        not null check (variant in ('deterministic', 'llm')),
  as_of          timestamptz not null,
  day            date        not null,
  origin         text        not null check (origin in ('scheduled', 'event', 'backfill')),
  model          text,
  simulated      boolean     not null default false,
  prompt_version text,
  rules_version  text        not null,
  -- Why there is no LLM text beside a deterministic one; null where there is, or where no provider is set.
  fallback       text,
  document       text        not null,
  written_at     timestamptz not null,
  traceparent    text,
  unique (cycle_id, variant),
  check ((variant = 'llm') = (model is not null and prompt_version is not null))
);
create index ai_states_as_of_idx on ai_states (as_of desc);

-- One verdict of each variant for each AI cycle, never changed. `rate` and `p_…` are the writer's own: the passed-through
-- statement of the deterministic variant, the LLM's opinion in its own. `document` is the verdict as ai2/history serves it.
create table ai_verdicts (
  id               bigint           generated always as identity primary key,
  cycle_id         text             not null,
  variant          text             not null check (variant in ('deterministic', 'llm')),
  -- Grading starts at the first close at or after it.
  as_of            timestamptz      not null,
  day              date             not null,
  origin           text             not null check (origin in ('scheduled', 'event', 'backfill')),
  model            text,
  simulated        boolean          not null default false,
  prompt_version   text,
  rules_version    text             not null,
  -- Verdicts of one era are graded together.
  era              text             not null,
  document         text             not null,
  band             text             check (band in ('low', 'elevated', 'high')),
  rate             double precision check (rate between 0 and 1),
  base_rate        double precision check (base_rate between 0 and 1),
  size_class       text             check (size_class in ('small', 'normal', 'big')),
  p_small          double precision check (p_small between 0 and 1),
  p_normal         double precision check (p_normal between 0 and 1),
  p_big            double precision check (p_big between 0 and 1),
  -- Of the LLM only: {"1d": {label, confidence}, "3d": …, "5d": …}, the idea's text, and what decides whether it gained.
  direction        jsonb,
  idea             text,
  idea_underlying  text,
  idea_direction   text             check (idea_direction in ('up', 'down')),
  idea_horizon     integer          check (idea_horizon between 1 and 20),
  -- What the service knew when it wrote this.
  state_ref        text,
  fallback         text,
  written_at       timestamptz      not null,
  traceparent      text,
  unique (cycle_id, variant),
  check ((variant = 'llm') = (model is not null and prompt_version is not null)),
  check (variant = 'llm' or (direction is null and idea is null)),
  check (origin <> 'backfill' or variant = 'deterministic'),
  check ((idea is null) = (idea_underlying is null) and (idea is null) = (idea_direction is null)
    and (idea is null) = (idea_horizon is null))
);
create index ai_verdicts_as_of_idx on ai_verdicts (as_of desc, variant);

create trigger ai_verdicts_append_only before update or delete or truncate on ai_verdicts
  for each statement execute function refuse_change();
create trigger ai_states_append_only before update or delete or truncate on ai_states
  for each statement execute function refuse_change();
