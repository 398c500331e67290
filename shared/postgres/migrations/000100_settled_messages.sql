-- A message says when it is settled: each stage that it waits for has had its effect, has given up or has its dead
-- letter. The clock of a simulated market moves on only when nothing is left unsettled.
alter table outbox
  -- The stages that hold the clock. Deliveries to webhooks are not among them, because strangers answer those.
  add column stages      text[] not null default '{}',
  -- Stages at which the message died inside the broker, before a worker could record it.
  add column dead_stages text[] not null default '{}',
  add column settled_at  timestamptz;
-- Messages of earlier versions do not name their stages and hold no clock.
update outbox set settled_at = coalesce(sent_at, created_at);
create index outbox_unsettled_idx on outbox (seq) where settled_at is null;
