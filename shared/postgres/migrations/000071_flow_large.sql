-- How many large changes of a session were found, of which only so many became events.
create table flow_large (
  session date    primary key,
  found   integer not null check (found >= 0)
);
