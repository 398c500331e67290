import { freePort } from '../../shared/free-port.ts'
import { requireProgram, type Workshop } from './server-process.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const IGNORED =
  'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,default_transaction_read_only,options'

/** A pooler in transaction mode before a database; `ignored` are the parameters of sessions that it drops. */
export async function startPgBouncer(workshop: Workshop, databasePort: number, ignored = IGNORED): Promise<string> {
  await requireProgram(PROGRAM, 'pgbouncer')
  const port = await freePort()
  const users = await workshop.write(`users-${port}.txt`, '"market" ""\n')
  const lines = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${databasePort} user=market`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 4',
    `ignore_startup_parameters = ${ignored}`,
  ]
  const file = await workshop.write(`pgbouncer-${port}.ini`, `${lines.join('\n')}\n`)
  await workshop.serve(port, PROGRAM, file)
  return `postgres://market@127.0.0.1:${port}/postgres`
}
