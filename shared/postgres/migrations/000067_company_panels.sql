-- Ready documents of a company, one for each panel, written by the stage `company`.
create table company_panels (
  ticker      text        not null,
  panel       text        not null,
  as_of       timestamptz not null,
  document    text        not null,
  traceparent text,
  written_at  timestamptz not null default clock_timestamp(),
  primary key (ticker, panel)
);
