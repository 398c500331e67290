-- Breadth, survey and positioning have a reading of their own; older rows had none.
alter table signals_daily add column breadth double precision;
alter table signals_daily add column aaii double precision;
alter table signals_daily add column cot double precision;
