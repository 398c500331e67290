-- The live mark of SPY when an epoch was opened within a session: the prices of cycles are a quarter of an hour old, and
-- a return of SPY beside an account's must begin at the same moment. Null for all other entries, outside sessions,
-- without a fresh quote, and in openings of the version before.
alter table ledger_entries add column spy_e4 bigint;
