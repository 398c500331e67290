import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { copyRows } from '../../shared/postgres/backup/copy-rows.ts'

const database = testDatabase()
const TABLE = { table: 'copied', columns: ['id', 'text'] }
const LINE = 'x'.repeat(1_000)
const ROWS = 10_000

async function* inPieces(text: string, count: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  const size = Math.ceil(bytes.length / count)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function emptyTable(): Promise<void> {
  const { sql } = database
  await sql`drop table if exists copied`
  await sql`create table copied (id integer primary key, text text not null)`
}

test.each([1, 2_003])(
  'rows in %i pieces are stored whole, also by a server that is slower than we are',
  async (count) => {
    const { sql } = database
    await emptyTable()
    await sql`
    create or replace function take_time() returns trigger language plpgsql as $$
    begin perform md5(repeat(new.text, 20)); return new; end $$`
    await sql`create trigger slow before insert on copied for each row execute function take_time()`
    const text = Array.from({ length: ROWS }, (_, id) => `${id}\t${LINE}\n`).join('')
    expect(await sql.begin((tx) => copyRows(tx, TABLE, inPieces(text, count)))).toBe(ROWS)
  },
)

test('a row that the table refuses is an error that names the table, wherever the row is', async () => {
  const { sql } = database
  await emptyTable()
  for (const text of ['1\ta\n1\tb\n', `1\ta\n${Array.from({ length: 50_000 }, () => `1\t${LINE}\n`).join('')}`]) {
    const stored = sql.begin((tx) => copyRows(tx, TABLE, inPieces(text, 3)))
    await expect(stored).rejects.toThrow(
      /table copied does not accept the rows of the backup: (duplicate key|current transaction is aborted)/,
    )
  }
})
