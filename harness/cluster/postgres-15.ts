import { freePort } from '../../shared/free-port.ts'
import { openWorkshop, requireProgram, type Workshop } from './server-process.ts'

export const POSTGRES_15_BIN = '/usr/lib/postgresql/15/bin'

const PASSWORD = 'market'

const TRUSTS_ANYBODY = ['-A', 'trust']

/** Makes the files of an empty server in a folder. */
export const initCluster = (workshop: Workshop, folder: string, authentication = TRUSTS_ANYBODY): Promise<void> =>
  workshop.run(`${POSTGRES_15_BIN}/initdb`, '-D', folder, '-U', 'market', '-E', 'UTF8', '--no-sync', ...authentication)

/** Starts an empty Postgres 15, the oldest that is supported, from Debian's package. */
export async function startPostgres15({ connectionsMax }: { connectionsMax: number }) {
  await requireProgram(`${POSTGRES_15_BIN}/postgres`, 'postgresql-15')
  const workshop = await openWorkshop()
  const port = await freePort()
  const folder = `${workshop.folder}/alone`
  // Tests change the password of a login and expect to be refused, so the server has to ask for one.
  const passwordFile = await workshop.write('password', PASSWORD)
  await initCluster(workshop, folder, ['-A', 'scram-sha-256', '--pwfile', passwordFile])
  const settings = [
    'fsync=off',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    `max_connections=${connectionsMax}`,
  ].flatMap((one) => ['-c', one])
  await workshop.serve(port, `${POSTGRES_15_BIN}/postgres`, '-D', folder, '-p', String(port), ...settings)
  return { adminUrl: `postgres://market:${PASSWORD}@127.0.0.1:${port}/postgres`, stop: () => workshop.remove() }
}
