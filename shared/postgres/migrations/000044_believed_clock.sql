-- The clock of Postgres is believed while the epoch that was believed last is the present one. A process of an earlier
-- version raises only the epoch, which takes the belief away as well.
alter table clock_epoch
  add column believed_epoch integer          not null default 0,
  -- How far the steps since the last believed clock moved it together, less the time of suspensions.
  add column drift_ms       double precision not null default 0;
update clock_epoch set believed_epoch = epoch;
