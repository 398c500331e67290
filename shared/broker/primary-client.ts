import pg from 'pg'
import { AppError } from '../errors.ts'
import { atHost, databaseAddress } from '../postgres/server/database-url.ts'
import { openPool } from '../postgres/server/db.ts'

const LOOK_WITHIN_S = 2

async function isPrimary(databaseUrl: string, host: string): Promise<boolean> {
  const look = { max: 1, name: 'broker-look', connectTimeoutS: LOOK_WITHIN_S, withoutTypes: true }
  const sql = openPool(atHost(databaseUrl, host), look)
  try {
    const [row] = await sql<[{ isStandby: boolean }]>`select pg_is_in_recovery() as "isStandby"`
    return !row.isStandby
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 0 }).catch(() => {})
  }
}

/** The first server that takes writes; rejects when there is none now. */
async function primaryOf(databaseUrl: string): Promise<string> {
  const { hosts } = databaseAddress(databaseUrl)
  const found = await Promise.all(hosts.map((host) => isPrimary(databaseUrl, host)))
  const primary = hosts.find((_, at) => found[at])
  if (primary === undefined) throw new AppError('unavailable', `none of ${hosts.join(', ')} takes writes now`)
  return primary
}

type Connected = (error?: Error) => void

/** A client class for pg-boss, whose driver knows one host: each new connection goes to the primary of that moment. */
export function primaryClient(databaseUrl: string): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<this>
    override connect(done: Connected): undefined
    override connect(done?: Connected): Promise<this> | undefined {
      const connecting = primaryOf(databaseUrl).then(async (primary) => {
        const { hostname, port } = new URL(`postgres://${primary}/`)
        const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
        Object.assign(this, target)
        const { connectionParameters } = this as unknown as { connectionParameters: object }
        Object.assign(connectionParameters, target)
        await super.connect()
        return this
      })
      if (!done) return connecting as unknown as Promise<this>
      connecting.then(
        () => done(),
        (error: Error) => done(error),
      )
      return undefined
    }
  } as unknown as typeof pg.Client
}
