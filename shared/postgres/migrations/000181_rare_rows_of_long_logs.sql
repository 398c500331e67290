-- What is rare in a log that grows for years: without these, a reader of deposits passes every fill of an account, and a
-- reader of warnings every event. Each index is small; its table takes no new rows for the one scan that builds it, which
-- takes half a second for a million rows.
create index ledger_entries_adjustments_idx on ledger_entries (account_id, epoch, number) where kind = 'adjustment';
create index events_severe_idx on events (log, id) where severity <> 'info';
