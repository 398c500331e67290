-- Levels of a chain, kept for ever beside its walls, and the version of the rules that read them. Null: stored by a
-- version that did not compute them.
alter table chains
  add column zero_gamma   double precision,
  add column max_pain     double precision,
  add column gamma_method text,
  -- The whole reading (per strike, per expiration, over a grid of spots); goes with the contracts after 30 days.
  add column analysis     text;
