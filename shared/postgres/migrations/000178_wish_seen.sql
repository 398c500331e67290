-- The arrival of the account's newest event when it wished for the next one: while the clock stands, an event may have
-- the very instant that the agent has seen. Null for other wishes, and in wishes of the version before.
alter table clock_wishes add column seen_event bigint;
