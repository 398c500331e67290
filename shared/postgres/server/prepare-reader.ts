import { errorMessage } from '../../errors.ts'
import { databaseCodeOf, isRefusedLogin } from './database-error.ts'
import { type Pool, siblingPool, type Tx } from './db.ts'
import { derivedLogin, type ReaderLogin, scramVerifier } from './reader-login.ts'

/** The tables that the routes of the verdict read, and none that holds a secret, an account or a trade. */
export const READER_TABLES = [
  'ai_evenings',
  'ai_reads',
  'ai_states',
  'ai_verdicts',
  'alert_state',
  'alerts',
  'custom_alerts',
  'minute_quotes',
  'minutes',
  'news_articles',
  'observations',
  'read_models',
  'signal_snapshots',
  'signals_daily',
  'tripwires',
] as const

const CONCURRENT_UPDATE = 'XX000'
const LIST = READER_TABLES.join(',')

/**
 * Makes or renews the login under which the verdict is read, with rights on exactly its tables. `url` is a login that the
 * operator made: it gets the rights, too. Returns why the login cannot be used, or null.
 */
export async function prepareReader(sql: Pool, url: string | undefined, attempts = 3): Promise<string | null> {
  const login =
    url === undefined ? derivedLogin(sql) : { user: decodeURIComponent(new URL(url).username), password: null }
  try {
    const isThere = await sql.begin(async (tx) => {
      // Roles belong to the server, so this lock only keeps starts of one database apart.
      await tx`select pg_advisory_xact_lock(hashtext('schema_migrations'))`
      const found = (await hasRole(tx, login)) || (url === undefined && (await makeRole(tx, login)))
      if (found) await grantTables(tx, login, { isOurs: url === undefined })
      return found
    })
    if (!isThere) return `the role ${login.user} is missing and the owner of this database may not create roles`
    if (url === undefined && !(await letsIn(sql, login))) await renewPassword(sql, login)
    return null
  } catch (error) {
    // The start of another database changed the same role at the same time.
    if (databaseCodeOf(error) === CONCURRENT_UPDATE && attempts > 1) return await prepareReader(sql, url, attempts - 1)
    return errorMessage(error)
  }
}

async function hasRole(tx: Tx, { user }: ReaderLogin): Promise<boolean> {
  const [found] = await tx`select 1 from pg_roles as r where r.rolname = ${user}`
  return found !== undefined
}

/** Returns false where the owner may not create roles. Another database's start may make the same role meanwhile. */
async function makeRole(tx: Tx, login: ReaderLogin): Promise<boolean> {
  const [may] = await tx`
    select 1 from pg_roles as r where r.rolname = current_user and (r.rolsuper or r.rolcreaterole)`
  if (!may) return false
  await setRole(tx, login)
  await tx`
    do $$ begin
      execute format('create role %I', current_setting('market_state.role'));
    exception when duplicate_object or unique_violation then null;
    end $$`
  await setLogin(tx)
  return true
}

/** Statements about roles take no parameters, so what they say is set in the transaction first. */
async function setRole(tx: Tx, { user, password }: ReaderLogin): Promise<void> {
  const verifier = password === null ? '' : scramVerifier(password)
  await tx`
    select set_config('market_state.role', ${user}, true), set_config('market_state.verifier', ${verifier}, true)`
}

const setLogin = (tx: Tx) => tx`
  do $$ begin
    execute format('alter role %I login password %L', current_setting('market_state.role'),
      nullif(current_setting('market_state.verifier'), ''));
  end $$`

/**
 * Leaves a login of ours with rights on exactly the tables of the list; one of the operator is given them and keeps what
 * else it has, because that may be the owner's by mistake. Writes nothing when all is right.
 */
async function grantTables(tx: Tx, { user }: ReaderLogin, { isOurs }: { isOurs: boolean }): Promise<void> {
  const [schema] = await tx<{ wanted: boolean }[]>`
    select not has_schema_privilege(${user}, 'public', 'usage') as wanted`
  if (schema!.wanted) await tx`grant usage on schema public to ${tx(user)}`
  const tables = await tx<{ name: string; isListed: boolean; reads: boolean; writes: boolean }[]>`
    select c.relname as name, c.relname = any(string_to_array(${LIST}, ',')) as "isListed",
      has_table_privilege(${user}, c.oid, 'select') as reads,
      has_table_privilege(${user}, c.oid, 'insert, update, delete, truncate, references, trigger') as writes
    from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`
  for (const { name, isListed, reads, writes } of tables) {
    const isTooMuch = isOurs && (writes || (reads && !isListed))
    if (isTooMuch) await tx`revoke all on ${tx(name)} from ${tx(user)}`
    if (isListed && (isTooMuch || !reads)) await tx`grant select on ${tx(name)} to ${tx(user)}`
  }
}

async function letsIn(sql: Pool, login: ReaderLogin): Promise<boolean> {
  const probe = siblingPool(sql, { max: 1, login })
  try {
    await probe`select 1`
    return true
  } catch (error) {
    if (isRefusedLogin(error)) return false
    throw error
  } finally {
    await probe.end({ timeout: 1 }).catch(() => {})
  }
}

/** Two starts that renew it at the same time write the same password; one of them may be refused for that. */
async function renewPassword(sql: Pool, login: ReaderLogin): Promise<void> {
  await sql
    .begin(async (tx) => {
      await setRole(tx, login)
      await setLogin(tx)
    })
    .catch(async (error: unknown) => {
      if (!(await letsIn(sql, login))) throw error
    })
}
