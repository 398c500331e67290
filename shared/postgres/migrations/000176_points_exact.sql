-- The points of a daily row before rounding, whose sum is the score: rounded ones may miss it by a point.
alter table signals_daily add column points_exact jsonb;
