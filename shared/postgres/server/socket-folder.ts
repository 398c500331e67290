import { mkdir, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** The name that Postgres gives the socket of a port. */
export const socketName = (port: number | string): string => `.s.PGSQL.${port}`
const LONGEST_NAME = socketName(65_535)

/**
 * Makes an empty folder for the server's Unix socket, which saves a fifth of each round trip on the same machine. Null
 * where no socket can be made: on Windows, on a file system without sockets, and where the path is longer than a socket's
 * address may be.
 */
export async function makeSocketFolder(dataFolder: string): Promise<string | null> {
  if (process.platform === 'win32') return null
  const folder = join(dataFolder, 'socket')
  // A killed server leaves its socket, and the lock of that socket names a process that may be another one by now.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return (await canMeet(join(folder, LONGEST_NAME))) ? folder : null
}

/** Whether one can listen there and another one reach it. */
async function canMeet(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const fails = () => resolve(false)
  const server = createServer((met) => met.destroy()).once('error', fails)
  server.listen(path, () => connect(path, () => resolve(true)).once('error', fails))
  const isMet = await promise
  server.close()
  return isMet
}
