-- The day that each value of a daily row is for: a value that was not published that day is one of an earlier day.
alter table signals_daily add column value_days jsonb;
