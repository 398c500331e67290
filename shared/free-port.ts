import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Ports below those that Linux (32768 and up), macOS and Windows (49152 and up) give to outgoing connections, so that
 * none of these can take the port before the server that it was found for.
 */
const LOWEST = 20_000
const AFTER_HIGHEST = 32_768
const TRIES = 50

/** The ports already returned to this process; a server that was given one may not listen on it yet. */
const told = new Set<number>()

/** Finds a port of this machine on which nothing listens, for a server that is started next; never the same one twice. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(LOWEST, AFTER_HIGHEST)
    if (!(await isFree(port)) || told.has(port)) continue
    told.add(port)
    return port
  }
  throw new Error(`none of ${TRIES} ports between ${LOWEST} and ${AFTER_HIGHEST - 1} is free`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer().once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
