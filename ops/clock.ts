import { Command } from 'commander'
import { readConfig } from '../shared/config.ts'
import { takeDataDir } from '../shared/data-dir.ts'
import { type BelievedClock, believeClock } from '../shared/postgres/server/believe-clock.ts'
import { openPool } from '../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import type { Env, Say } from './calendar.ts'

/** The way out when a wrong clock has moved the service's time. */
export function clockCommand(env: Env, say: Say): Command {
  const command = new Command('clock').description('the time of a live service after a wrong clock')
  command
    .command('believe')
    .description('set the service time to the clock of the database, also back; stop the service first')
    .option('--json', 'an object')
    .action(async (options: { json?: boolean }) => {
      const config = readConfig(env)
      const done = config.DATABASE_URL ? await believeAt(config.DATABASE_URL) : await believeIn(config.DATA_DIR)
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

/** The service cannot start, so its Postgres does not run either. */
async function believeIn(path: string): Promise<BelievedClock> {
  const folder = await takeDataDir(path)
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

const sentence = ({ now, lastSeen, forgottenSlots }: BelievedClock): string =>
  `service time is ${now.toISOString()} now (it had seen ${lastSeen.toISOString()}); ` +
  `${forgottenSlots} slots that were recorded as missed too early are open again`
