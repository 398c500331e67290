import { Command } from 'commander'
import { type Config, readConfig } from '../shared/config.ts'
import { takeDataDir } from '../shared/data-dir.ts'
import { counted } from '../shared/domain/number-words.ts'
import { errorKind } from '../shared/errors.ts'
import { type BelievedClock, believeClock } from '../shared/postgres/server/believe-clock.ts'
import { openPool } from '../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import { easternExact } from '../shared/time/eastern.ts'
import type { Env, Say } from './calendar.ts'
import { databaseUrl } from './connect.ts'
import { addClockMoves } from './move-clock.ts'

/**
 * The clock of the service: moved at will in a simulated market, accepted again after the machine's clock was wrong.
 */
export function clockCommand(env: Env, say: Say): Command {
  const command = new Command('clock').description(
    'the time of the service: show and move it, or believe it after a wrong clock',
  )
  addClockMoves(command, env, say)
  command
    .command('believe')
    .description('believe the clock of the database after it stepped; works beside the running service, too')
    .option('--json', 'an object')
    .action(async (options: { json?: boolean }) => {
      const config = readConfig(env)
      const done = config.DATABASE_URL ? await believeAt(config.DATABASE_URL) : await believeIn(config)
      say(options.json ? JSON.stringify(done) : sentence(done))
    })
  return command
}

async function believeAt(url: string): Promise<BelievedClock> {
  const sql = openPool(url, { max: 1, name: 'ops' })
  try {
    return await believeClock(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** The Postgres of the running service; if none runs, one of our own, because the service may not be able to start. */
async function believeIn(config: Config): Promise<BelievedClock> {
  const folder = await takeDataDir(config.DATA_DIR).catch((error: unknown) => {
    if (errorKind(error) === 'conflict') return null
    throw error
  })
  if (!folder) return await believeAt(await databaseUrl(config))
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder.path, durable: true })
    try {
      return await believeAt(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await folder.release()
  }
}

export const sentence = ({ now, lastSeen, forgottenSlots }: BelievedClock): string =>
  `service time is ${easternExact(now)} now (it had seen ${easternExact(lastSeen)}); ` +
  `${counted(forgottenSlots, 'slot')} recorded as missed too early ${forgottenSlots === 1 ? 'is' : 'are'} open again`
