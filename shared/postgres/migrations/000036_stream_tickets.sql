-- A browser cannot send a token with an EventSource or a WebSocket, so it takes a ticket that opens one stream.
create table stream_tickets (
  sha256     bytea       primary key,
  account_id integer     not null references accounts (id),
  token_id   text        not null references account_tokens (id),
  expires_at timestamptz not null
);
create index stream_tickets_expires_idx on stream_tickets (expires_at);
