-- Why the database refuses what a worker writes, so that status tells of a full disk while nobody trades.
alter table stage_workers add column refusal text check (refusal in ('full', 'read-only'));
