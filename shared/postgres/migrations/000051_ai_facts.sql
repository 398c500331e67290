-- What a verdict was written from, so that a later slot can tell whether it is stale: price, regime of the moment, edges.
alter table ai_verdicts add column facts jsonb;
