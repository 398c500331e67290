-- Accounts that the clock waits for in lock-step, and the instant that each agent wishes to be woken at.
alter table accounts
  add column pacing      boolean     not null default false,
  -- Real time of the last sign of life that the tokens do not show: marked, polled, woken.
  add column paced_at    timestamptz,
  -- Set while a silent account is left out; its next wish takes it back.
  add column left_out_at timestamptz;

create table clock_wishes (
  account_id integer     primary key references accounts (id),
  kind       text        not null check (kind in ('at', 'open', 'close', 'cycle', 'minute', 'event')),
  -- The last service time that the agent had seen; the wish was resolved from it.
  after      timestamptz not null,
  -- Null for an event, which has no instant of its own.
  at         timestamptz check ((at is null) = (kind = 'event')),
  -- Set when service time has arrived there, until the agent has its answer.
  arrived_at timestamptz,
  woken_by   text
);
