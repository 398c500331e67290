import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../shared/config.ts'
import { readTokens } from '../shared/ops-tokens.ts'
import { writeBackup } from '../shared/postgres/backup/write-backup.ts'
import { openPool } from '../shared/postgres/server/db.ts'
import type { Env, Say } from './calendar.ts'
import { databaseUrl } from './connect.ts'

/** One long read of every table must not be cut off by the limit of an ordinary statement. */
const WITHOUT_LIMIT = 0

/** Needs the database but no broker, so that a backup can be taken while the broker is unreachable. */
export const backupCommand = (env: Env, say: Say): Command =>
  new Command('backup')
    .description('write every table, and the tokens of DATA_DIR, to a new file while the service runs')
    .argument('<file>', 'a new file; it holds secrets, so only you can read it')
    .option('--json', 'an object')
    .action(async (file: string, options: { json?: boolean }) => {
      const config = readConfig(env)
      const sql = openPool(await databaseUrl(config), { max: 1, name: 'ops', statementTimeoutMs: WITHOUT_LIMIT })
      try {
        // If DATABASE_URL is set, the processes get their tokens from the environment, and DATA_DIR may be another service's.
        const tokens = config.DATABASE_URL ? null : await readTokens(config.DATA_DIR)
        const { tables, rows, bytes } = await writeBackup(sql, resolve(file), tokens)
        if (options.json) return say(JSON.stringify({ file: resolve(file), tables, rows, bytes }))
        say(`${rows} rows of ${tables} tables are in ${resolve(file)} (${Math.ceil(bytes / 1_000)} kB)`)
      } finally {
        await sql.end({ timeout: 2 })
      }
    })
