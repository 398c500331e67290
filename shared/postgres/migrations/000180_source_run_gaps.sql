-- A request for an optional document may fail without failing its source. How many of a run did, and the error of the
-- first, so that source-health names what the log alone told. Runs of the version before have none.
alter table source_runs add column gaps int not null default 0, add column gap text;
