-- The service's own sequence. A scheduler raises it every second, and each process remembers the greatest number it has
-- seen: a database that shows a smaller one has lost what was written in between (shared/postgres/server/data-losses.ts).
create table service_sequence (
  id        boolean     primary key default true check (id),
  number    bigint      not null check (number > 0),
  raised_at timestamptz not null
);

-- Losses that were noticed. Trading is closed while one of them is not accepted.
create table data_losses (
  id             bigint      generated always as identity primary key,
  noticed_at     timestamptz not null default clock_timestamp(),
  noticed_by     text        not null,
  -- The timeline of the server that lacks the writes; each promotion begins another one.
  timeline       text        not null,
  seen_number    bigint      not null,
  found_number   bigint      not null,
  -- What was written from the first instant to the second may be lost; null where no number tells.
  lost_from      timestamptz,
  lost_until     timestamptz,
  -- Confirmed writes that are known to be lost: trades by their id, other answers by account and key.
  lost_writes    jsonb       not null default '[]',
  accepted_at    timestamptz
);
create unique index data_losses_open_idx on data_losses ((true)) where accepted_at is null;
