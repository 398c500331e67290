-- Messages that wait for a retry or were given up: few among a week of finished ones, and status counts them.
create index inbox_unfinished_idx on inbox (state, stage) where state <> 'done';

-- Since when a scheduler has seen messages wait for a stage whose workers are there and finish none.
alter table stage_depths add column standing_since timestamptz;
