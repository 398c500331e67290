import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../shared/config.ts'
import { takeDataDir } from '../shared/data-dir.ts'
import { AppError } from '../shared/errors.ts'
import { readTokens, writeTokens } from '../shared/ops-tokens.ts'
import { type Restored, restoreBackup } from '../shared/postgres/backup/restore-backup.ts'
import { openPool } from '../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import type { Env, Say } from './calendar.ts'

const WITHOUT_LIMIT = 0

/** Into the database of DATABASE_URL, else into the folder DATA_DIR, from which `npm start` then continues. */
export const restoreCommand = (env: Env, say: Say): Command =>
  new Command('restore')
    .description('put a backup into an empty database, or an empty DATA_DIR, and bring its schema up to this version')
    .argument('<file>', 'a file that ops backup wrote')
    .option('--json', 'an object')
    .action(async (file: string, options: { json?: boolean }) => {
      const config = readConfig(env)
      const from = resolve(file)
      const restored = config.DATABASE_URL
        ? await intoDatabase(config.DATABASE_URL, from)
        : await intoFolder(config.DATA_DIR, from)
      const { tokens: _secret, ...told } = restored
      say(options.json ? JSON.stringify(told) : sentences(restored, config.DATABASE_URL === undefined).join('\n'))
    })

async function intoDatabase(url: string, file: string): Promise<Restored> {
  const sql = openPool(url, { max: 1, name: 'ops', statementTimeoutMs: WITHOUT_LIMIT })
  try {
    return await restoreBackup(sql, file)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

async function intoFolder(path: string, file: string): Promise<Restored> {
  const folder = await takeDataDir(path)
  try {
    if (await readTokens(folder.path)) {
      throw new AppError('conflict', `DATA_DIR: ${folder.path} is not empty (it has tokens.json); give an empty folder`)
    }
    const server = await startEmbeddedPostgres({ dataDir: folder.path, durable: true })
    try {
      const restored = await intoDatabase(server.url, file)
      if (restored.tokens) await writeTokens(folder.path, restored.tokens)
      return restored
    } finally {
      await server.stop()
    }
  } finally {
    await folder.release()
  }
}

function sentences({ takenAt, tables, rows, resent, migrated, tokens }: Restored, isFolder: boolean): string[] {
  return [
    `${rows} rows of ${tables} tables are restored, as of ${takenAt}`,
    ...(resent > 0 ? [`${resent} messages that were under way will be sent again`] : []),
    ...(migrated.length > 0 ? [`applied ${migrated.join(', ')}`] : []),
    ...(isFolder && tokens ? ['the admin and internal tokens are those of the backup'] : []),
    'run ops audit once the service runs on it',
  ]
}
