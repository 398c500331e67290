-- The newest run of a source, whatever came of it: without this, a source that never ran is looked for in every row.
create index source_runs_newest_idx on source_runs (source, run_at desc, id desc);
