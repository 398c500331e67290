-- Dead letters that a person dropped for good, with the message and why: nothing else keeps it.
create table dropped_letters (
  letter_id  text        primary key,
  stage      text        not null,
  message_id text,
  died_of    text        not null,
  error_kind text        not null,
  attempts   int         not null,
  died_at    timestamptz not null,
  body       jsonb,
  reason     text        not null check (char_length(reason) between 1 and 500),
  dropped_at timestamptz not null default clock_timestamp()
);

-- The broker on which the scheduler last saw the depths: ops asks the same one.
alter table stage_depths add column broker text;
