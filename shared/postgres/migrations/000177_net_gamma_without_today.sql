-- The net gamma of a chain without the contracts that end with its session, as a closing chain has it: what a session's
-- own figure is ranked by. Null in chains stored before it was kept.
alter table chains add column net_gamma_without_today double precision;
