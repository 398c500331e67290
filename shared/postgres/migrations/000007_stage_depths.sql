-- What a scheduler last saw of the broker, so that the API can show it without talking to one.
create table stage_depths (
  stage           text primary key,
  ready           integer     not null,
  active          integer     not null,
  delayed         integer     not null,
  dead            integer     not null,
  oldest_ready_at timestamptz,
  observed_at     timestamptz not null
);
