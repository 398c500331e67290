import { plant } from './plant.ts'

export const PLANTED_SQL = [
  ...plant('unsafe SQL is listed', [
    ['in a table file', 'shared/postgres/messaging/slots.ts', 'await sql.unsafe(text)', 'uses .unsafe()'],
    ['by reference', 'workers/a.ts', 'const run = sql.unsafe', 'uses .unsafe()'],
    ['migrations', 'shared/postgres/server/migrate.ts', 'await tx.unsafe(text)', null],
    ['pg-boss', 'shared/broker/postgres-broker.ts', 'sql.unsafe(text, values)', null],
    ['test', 'test/a.ts', 'sql.unsafe(text)', null],
    ['word', 'workers/a.ts', `unsafe(text); const a = 'sql.unsafe(text)'`, null],
  ]),
  ...plant('columns are named', [
    ['template', 'workers/a.ts', 'sql`select * from a`', 'selects *'],
    ['over lines', 'workers/a.ts', 'sql`\n  SELECT\n * from a`', 'selects *'],
    ['of one table', 'workers/a.ts', 'sql`select a.* from a`', 'selects *'],
    ['after a value', 'workers/a.ts', `sql\`select \${a} from (select * from b) as c\``, 'selects *'],
    ['after writing', 'workers/a.ts', 'sql`delete from a returning *`', 'selects *'],
    ['migration', 'shared/postgres/migrations/1.sql', 'create view a as\nselect * from b;', '1.sql:2 selects *'],
    ['count and product', 'workers/a.ts', 'sql`select count(*), a * b from c`', null],
    ['comments', 'shared/postgres/migrations/1.sql', '-- never select * from a', null],
    ['test', 'test/a.ts', 'sql`select * from a`', null],
  ]),
  ...plant('routes hold no SQL', [
    ['tag', 'api/signals/a-route.ts', 'reader.read((sql) => sql`select 1`)', 'holds SQL'],
    ['typed tag', 'api/signals/a-route.ts', 'db<Row[]>`select 1`', 'holds SQL'],
    ['other name', 'api/signals/a-route.ts', 'reader.pool`\n  insert into a values (1)`', 'holds SQL'],
    ['fragment', 'api/signals/a-route.ts', 'sql`a = 1`', 'holds SQL'],
    ['document', 'api/signals/a-document.ts', 'sql`select 1`', 'holds SQL'],
    ['view', 'api/signals/a-view.ts', 'sql`select 1`', null],
    ['sentence', 'api/signals/a-route.ts', `const a = \`select one of \${list}\`; return \`with care\``, null],
  ]),
]
