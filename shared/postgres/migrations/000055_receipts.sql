-- What was known when something was decided, as the bytes that are served. `ref` is the digest of the bytes, so nothing
-- that a receipt says can change under its name. A state is everybody's; quotes and fills belong to an account.
create table receipts (
  id         bigint      generated always as identity unique,
  ref        text        primary key check (ref ~ '^(state|quote|fill)-[0-9a-f]{40}$'),
  kind       text        not null check (kind in ('state', 'quote', 'fill')),
  account_id integer     references accounts (id),
  trade_id   uuid        references trades (id),
  known_at   timestamptz not null,
  body       text        not null,
  check ((kind = 'state') = (account_id is null) and (kind = 'state') = (trade_id is null)),
  check (ref = kind || '-' || left(encode(sha256(convert_to(body, 'UTF8')), 'hex'), 40)),
  unique (trade_id, kind)
);
create index receipts_state_idx on receipts (id desc) where account_id is null;
create trigger receipts_append_only before update or delete or truncate on receipts
  for each statement execute function refuse_change();

-- Null for episodes that a replay of past closes found: nobody knew them then.
alter table alerts add column state_ref text;
