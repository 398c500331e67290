-- The history of an account can be filtered by side and by class: an account of stocks has few packages among its trades.
create index trades_side_idx on trades (account_id, side, number desc);
create index trades_class_idx on trades (account_id, class, number desc);
