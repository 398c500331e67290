-- The few messages that were given up: a commanded clock looks for them at every event.
create index inbox_failed on inbox (updated_at) where state = 'failed';
