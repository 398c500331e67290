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
