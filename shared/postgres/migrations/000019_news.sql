-- Headlines as their publishers wrote them, as plain text. An article is known again by its identity or its link.
create table news_articles (
  id           bigint generated always as identity primary key,
  key          text        not null unique,
  link_key     text        not null unique,
  vendor       text        not null,
  publisher    text        not null,
  headline     text        not null check (length(headline) between 1 and 400),
  link         text        not null,
  published_at timestamptz,
  known_at     timestamptz not null,
  origin       text        not null check (origin in ('scheduled', 'backfill', 'imported'))
);
create index news_articles_known_at_idx on news_articles (known_at);

-- Whose data this database holds, decided once (shared/postgres/data-mode.ts). Until now there was only one kind.
create table data_mode (
  one  boolean primary key default true check (one),
  mode text    not null check (mode in ('live', 'simulated'))
);
insert into data_mode (mode) select 'simulated' where exists (select 1 from source_runs);
