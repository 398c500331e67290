-- Messages that wait for a retry or were given up: few among a week of finished ones, and status counts them.
create index inbox_unfinished_idx on inbox (state, stage) where state <> 'done';
