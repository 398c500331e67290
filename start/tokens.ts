import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../shared/config.ts'

const TokensFile = z.object({ admin: z.string().min(16), internal: z.string().min(16) })
export type OpsTokens = z.infer<typeof TokensFile>

/** Given by the environment, else kept in the data folder; made on the first start, and said once. */
export async function takeTokens(config: Config, folder: string): Promise<OpsTokens & { isNew: boolean }> {
  const file = join(folder, 'tokens.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  const kept = text === null ? null : TokensFile.parse(JSON.parse(text))
  const made = kept ?? { admin: make('adm'), internal: make('int') }
  if (!kept) await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return {
    admin: config.ADMIN_TOKEN ?? made.admin,
    internal: config.INTERNAL_TOKEN ?? made.internal,
    isNew: !kept,
  }
}

const make = (kind: string): string => `ms_${kind}_${randomBytes(24).toString('base64url')}`
