-- Alerts that admins define over one metric each. Their episodes and states stand with those of the built-in kinds, under
-- `alert_id`. A deleted one stays, because its episodes do.
create table custom_alerts (
  id           integer          generated always as identity primary key,
  alert_id     text             not null unique generated always as ('CUSTOM_' || id::text) stored,
  name         text             not null,
  metric       text             not null,
  comparison   text             not null check (comparison in ('at_or_above', 'at_or_below')),
  fire_at      double precision not null,
  clear_at     double precision not null check (case comparison when 'at_or_above' then clear_at < fire_at else clear_at > fire_at end),
  hold_minutes integer          not null check (hold_minutes between 0 and 10080),
  missing      text             not null check (missing in ('hold', 'clear', 'fire')),
  severity     text             not null check (severity in ('critical', 'warning', 'info')),
  enabled      boolean          not null,
  version      integer          not null default 1,
  created_at   timestamptz      not null default service_now(),
  updated_at   timestamptz      not null default service_now(),
  deleted_at   timestamptz
);

-- Every definition that an alert has had.
create table custom_alert_versions (
  config_id  integer     not null references custom_alerts (id),
  version    integer     not null,
  definition jsonb       not null,
  changed_at timestamptz not null default service_now(),
  primary key (config_id, version)
);
