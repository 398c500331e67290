-- Why the database refuses the writes of a worker, so that status reports a full disk even while nobody trades.
alter table stage_workers add column refusal text check (refusal in ('full', 'read-only'));
