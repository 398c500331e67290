import { AppError, errorMessage } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { databaseCodeOf } from './database-error.ts'
import { atHost, databaseAddress } from './database-url.ts'
import { openPool } from './db.ts'
import { judgeVersion } from './supported-versions.ts'

/**
 * How long each check may take. A server that does not answer in time may only be busy, as when all processes start at
 * once, so the check is repeated: ending the process and restarting it would cost more than waiting.
 */
const ANSWER_WITHIN_S = [3, 6, 12, 24]
/** How long processes wait that can start without an answer: a replica, and every process without the standby. */
export const ASKED_ONCE_WITHIN_S = [3]
/** No server has this as its default, so a session with another value is not our own. */
const OWN_TIMEOUT_MS = 14_321

type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL'

interface Answer {
  host: string
  version: number
  isStandby: boolean
  isPooled: boolean
  user: string
  mayRead: boolean
}
type Silence = { host: string; error: unknown }

/** The remedies for a server that cannot be used, by the words of its error. */
const REMEDIES: readonly [RegExp, string][] = [
  [/startup parameter/i, 'the pooler needs ignore_startup_parameters, see Beyond one machine in docs/cluster.md'],
  [/ERR_TLS_CERT_ALTNAME_INVALID|altnames/i, 'address the server by a name of its certificate'],
  [
    /certificate|self.signed|SELF_SIGNED|CERT_|altname/i,
    'give the authority that signed its certificate as sslrootcert',
  ],
  [/^28|password|role .* does not exist|no pg_hba/i, 'give a user that may log in'],
  [/^3D000|database .* does not exist/i, 'create the database or correct its name'],
]

async function greet(url: string, host: string, withinS: number): Promise<Answer | Silence> {
  const sql = openPool(atHost(url, host), {
    max: 1,
    name: 'check',
    statementTimeoutMs: OWN_TIMEOUT_MS,
    connectTimeoutS: withinS,
    pooled: true,
    standby: true,
    withoutTypes: true,
  })
  try {
    const [row] = await sql<[Omit<Answer, 'host' | 'isPooled'> & { timeout: string }]>`
      select current_setting('server_version_num')::integer as version, pg_is_in_recovery() as "isStandby",
        current_user::text as "user", current_setting('statement_timeout') as timeout,
        coalesce(has_table_privilege(to_regclass('public.service_time'), 'select'), true) as "mayRead"`
    const { timeout, ...answer } = row
    return { host, ...answer, isPooled: timeout !== `${OWN_TIMEOUT_MS}ms` }
  } catch (error) {
    return { host, error }
  } finally {
    await sql.end({ timeout: 0 }).catch(() => {})
  }
}

const wordsOf = (error: unknown): string => [databaseCodeOf(error), errorMessage(error)].filter(Boolean).join(' ')

/** One sentence about servers of which none answers: it names the variable, each host and the remedy. */
function explainSilence(variable: Variable, silent: readonly Silence[]): AppError {
  const words = silent.map(({ host, error }) => `${host}: ${wordsOf(error)}`)
  const remedy = REMEDIES.find(([pattern]) => silent.some(({ error }) => pattern.test(wordsOf(error))))?.[1]
  const none = silent.length === 1 ? 'the server cannot be used' : `none of the ${silent.length} servers can be used`
  // An unreachable database may come back; a wrong address stays wrong.
  const isWrong = silent.every(({ error }) => REMEDIES.some(([pattern]) => pattern.test(wordsOf(error))))
  return new AppError(
    isWrong ? 'invalid' : 'unavailable',
    `${variable}: ${none} (${words.join('; ')}); ${remedy ?? 'start one or correct the address'}`,
  )
}

interface Greeting {
  answers: Answer[]
  silent: Silence[]
}

async function greetAll(url: string, withinS: number): Promise<Greeting> {
  const all = await Promise.all(databaseAddress(url).hosts.map((host) => greet(url, host, withinS)))
  return {
    answers: all.flatMap((each) => ('error' in each ? [] : [each])),
    silent: all.flatMap((each) => ('error' in each ? [each] : [])),
  }
}

const isOnlySlow = ({ answers, silent }: Greeting): boolean =>
  answers.length === 0 && silent.some(({ error }) => databaseCodeOf(error) === 'CONNECT_TIMEOUT')

/** Checks every server of an address, and checks again while none has answered and one of them is only slow. */
async function greetPatiently(
  { variable, url, patience }: { variable: Variable; url: string; patience: readonly number[] },
  log: Log,
): Promise<Greeting> {
  const [withinS, ...later] = patience
  const greeting = await greetAll(url, withinS!)
  if (later.length === 0 || !isOnlySlow(greeting)) return greeting
  log.warn({ variable, silentForS: withinS, nextWithinS: later[0] }, 'database_slow')
  return await greetPatiently({ variable, url, patience: later }, log)
}

/** Asks every server of an address. Throws where none answers, and warns of each that does not. */
async function answersOf(
  asked: { variable: Variable; url: string; patience: readonly number[] },
  log: Log,
): Promise<Answer[]> {
  const { variable } = asked
  const { answers, silent } = await greetPatiently(asked, log)
  if (answers.length === 0) throw explainSilence(variable, silent)
  for (const { host, error } of silent) log.warn({ host, error: wordsOf(error), variable }, 'database_host_away')
  for (const { host, version, user, mayRead } of answers) {
    const verdict = judgeVersion(version)
    if (verdict.kind === 'refused') throw new AppError('invalid', `${variable}: ${host} ${verdict.reason}`)
    if (verdict.kind === 'untested') log.warn({ host, reason: verdict.reason, variable }, 'database_version_untested')
    if (!mayRead)
      throw new AppError(
        'invalid',
        `${variable}: user ${user} may not read the tables; grant it a role of docs/roles.sql`,
      )
  }
  return answers
}

export interface DatabaseUrls {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
}

/** Refuses at the start, in one sentence, databases that would fail later in ways that are hard to understand. */
export async function checkDatabase(urls: DatabaseUrls, log: Log, patience = ANSWER_WITHIN_S): Promise<void> {
  const { DATABASE_URL: main, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: read } = urls
  if (main) {
    const answers = await answersOf({ variable: 'DATABASE_URL', url: main, patience }, log)
    requirePrimary('DATABASE_URL', answers)
    if (!direct) requireOwnSessions('DATABASE_URL', answers)
  }
  if (direct) {
    const answers = await answersOf({ variable: 'DATABASE_DIRECT_URL', url: direct, patience }, log)
    requirePrimary('DATABASE_DIRECT_URL', answers)
    requireOwnSessions('DATABASE_DIRECT_URL', answers)
  }
  // An absent standby is no reason to stop either.
  if (read)
    await answersOf({ variable: 'DATABASE_READ_URL', url: read, patience: ASKED_ONCE_WITHIN_S }, log).catch(
      (error: unknown) => log.warn({ error: errorMessage(error) }, 'standby_away'),
    )
}

function requirePrimary(variable: Variable, answers: readonly Answer[]): void {
  if (answers.some(({ isStandby }) => !isStandby)) return
  const hosts = answers.map(({ host }) => host).join(', ')
  throw new AppError(
    'invalid',
    `${variable}: ${hosts} is a standby and takes no writes; name the primary, and the standby in DATABASE_READ_URL`,
  )
}

function requireOwnSessions(variable: Variable, answers: readonly Answer[]): void {
  const pooled = answers.find(({ isPooled }) => isPooled)
  if (!pooled) return
  const remedy =
    variable === 'DATABASE_URL'
      ? 'name the database itself in DATABASE_DIRECT_URL, or use the pooler in session mode with its parameters'
      : 'it must name the database itself'
  throw new AppError('invalid', `${variable}: ${pooled.host} is a pooler that shares sessions; ${remedy}`)
}
