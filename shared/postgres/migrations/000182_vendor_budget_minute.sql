-- The times of a vendor's requests of the last minute: a full bucket alone lets twice a minute's budget through in one.
alter table vendor_budgets add column taken timestamptz[] not null default '{}';
