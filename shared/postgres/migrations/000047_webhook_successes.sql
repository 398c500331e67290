-- The share of an endpoint's latest attempts that went well, which decides how many attempts it has on their way at a time.
alter table webhooks add column recent_success double precision not null default 1 check (recent_success between 0 and 1);
