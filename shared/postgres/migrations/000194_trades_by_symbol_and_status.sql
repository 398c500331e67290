-- The history of an account can be filtered by symbol and by status, and a busy account has a hundred thousand trades.
create index trades_underlying_idx on trades (account_id, underlying, number desc);
create index trades_status_idx on trades (account_id, status, number desc);
