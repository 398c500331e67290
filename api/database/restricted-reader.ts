import { AppError } from '../../shared/errors.ts'
import { databaseCodeOf, isRefusedLogin } from '../../shared/postgres/server/database-error.ts'
import type { Db, Pool } from '../../shared/postgres/server/db.ts'
import { READER_TABLES } from '../../shared/postgres/server/prepare-reader.ts'
import type { Reader } from './reader.ts'

const NO_LOGIN =
  'the login that may only read is not ready: run npm run migrate, or name one of your own in DATABASE_READER_URL'
const TOO_POWERFUL =
  'the login of this read may do more than read, so it is not used: run npm run migrate, or correct DATABASE_READER_URL'

/**
 * A reader whose login must be unable to write, to read anything else, or to become another role: it reads nothing
 * before Postgres has confirmed this. A refused login or a wrong one is not an outage, so neither opens the breaker.
 */
export function restrictedReader(reader: Reader): Reader {
  let isProven = false
  async function prove(): Promise<void> {
    if (isProven) return
    isProven = await reader.read(mayOnlyRead)
    if (!isProven) throw new AppError('unavailable', TOO_POWERFUL)
  }
  return {
    ...reader,
    async read(work) {
      try {
        await prove()
        return await reader.read((sql) => inOneView(sql, work))
      } catch (error) {
        const isMissing = isRefusedLogin(error) || databaseCodeOf(error) === '42501'
        throw isMissing ? new AppError('unavailable', NO_LOGIN, { cause: error }) : error
      }
    },
  }
}

/** Statements of one read see the same commits, so a document is never half old and half new. */
const inOneView = <T>(sql: Db, work: (sql: Db) => PromiseLike<T>): Promise<T> =>
  (sql as Pool).begin('isolation level repeatable read read only', async (tx) => await work(tx)) as Promise<T>

async function mayOnlyRead(sql: Db): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select not (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls)
      and not exists (select 1 from pg_auth_members as m where m.member = r.oid)
      and not has_schema_privilege('public', 'create')
      and not exists (
        select 1 from pg_class as c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and (has_table_privilege(c.oid, 'insert, update, delete, truncate, references, trigger')
            or (has_any_column_privilege(c.oid, 'select')
              and c.relname <> all(string_to_array(${READER_TABLES.join(',')}, ','))))) as may
    from pg_roles as r where r.rolname = session_user`
  return row?.may ?? false
}
