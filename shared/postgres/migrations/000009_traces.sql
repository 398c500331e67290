-- Which span (W3C trace context) wrote a row: leads from a served document back to its source runs.
-- Null: written before there were traces, or by a process without tracing.
alter table slots add column traceparent text;
alter table cycles add column traceparent text;
alter table cycle_arrivals add column traceparent text;
alter table source_runs add column traceparent text;
alter table signal_snapshots add column traceparent text;
alter table signals_daily add column traceparent text;
alter table reports add column traceparent text;
alter table read_models add column traceparent text;

-- When a snapshot was stored, in service time; nobody knows it of older ones.
alter table signal_snapshots add column written_at timestamptz;
alter table signal_snapshots alter column written_at set default service_now();

-- All rows of a trace are looked up by its id, also where rows are kept for ever.
create index slots_trace_idx on slots (split_part(traceparent, '-', 2));
create index cycles_trace_idx on cycles (split_part(traceparent, '-', 2));
create index source_runs_trace_idx on source_runs (split_part(traceparent, '-', 2));
create index signal_snapshots_trace_idx on signal_snapshots (split_part(traceparent, '-', 2));
create index signals_daily_trace_idx on signals_daily (split_part(traceparent, '-', 2));
create index reports_trace_idx on reports (split_part(traceparent, '-', 2));
