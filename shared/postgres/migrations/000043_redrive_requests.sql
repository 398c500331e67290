-- What admins asked to send again. The API has no broker, so a scheduler does it; one open request for each stage.
create table redrive_requests (
  id           bigint generated always as identity primary key,
  stage        text        not null check (char_length(stage) between 1 and 64),
  requested_at timestamptz not null default clock_timestamp(),
  -- Letters sent again; null until it is done.
  sent         integer     check (sent >= 0),
  done_at      timestamptz,
  check ((sent is null) = (done_at is null))
);
create unique index redrive_requests_open_idx on redrive_requests (stage) where done_at is null;
create index redrive_requests_done_idx on redrive_requests (done_at) where done_at is not null;
