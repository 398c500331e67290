import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'

export const OPS_TOKEN_KINDS = ['admin', 'internal'] as const
export type OpsTokenKind = (typeof OPS_TOKEN_KINDS)[number]

export const OpsTokens = z.object({ admin: z.string().min(16), internal: z.string().min(16) })
export type OpsTokens = z.infer<typeof OpsTokens>

const REREAD_EVERY_MS = 2_000

const fileOf = (folder: string): string => join(folder, 'tokens.json')

const make = (kind: OpsTokenKind): string => `ms_${kind}_${randomBytes(24).toString('base64url')}`

/** Null without a file. New tokens must not replace what cannot be read: clients hold the old ones. */
export async function readTokens(folder: string): Promise<OpsTokens | null> {
  const file = fileOf(folder)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new AppError('invalid', `${file} cannot be read (${error.code})`, { cause: error })
  })
  if (text === null) return null
  try {
    return OpsTokens.parse(JSON.parse(text))
  } catch (cause) {
    const remedy = 'put back a copy, or delete it, and the next start makes new tokens'
    throw new AppError('invalid', `${file} is empty or damaged: ${remedy}`, { cause })
  }
}

/** Replaces the file in one step, so that a concurrent reader sees the old tokens or the new ones. */
export async function writeTokens(folder: string, tokens: OpsTokens): Promise<void> {
  const draft = `${fileOf(folder)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, fileOf(folder))
}

/** Reads the tokens from the data folder, or creates them on the first start. */
export async function loadOrCreateTokens(folder: string): Promise<{ tokens: OpsTokens; isNew: boolean }> {
  const kept = await readTokens(folder)
  if (kept) return { tokens: kept, isNew: false }
  const tokens = { admin: make('admin'), internal: make('internal') }
  await writeTokens(folder, tokens)
  return { tokens, isNew: true }
}

export async function rotateToken(folder: string, kind: OpsTokenKind): Promise<string> {
  const { tokens } = await loadOrCreateTokens(folder)
  const fresh = make(kind)
  await writeTokens(folder, { ...tokens, [kind]: fresh })
  return fresh
}

/**
 * The current tokens: those of the environment, else those of the folder. The returned object follows the
 * file, so that a rotation takes effect within seconds and without a restart.
 */
export async function followTokens(
  config: Config,
  folder: string,
): Promise<{ tokens: OpsTokens; isNew: boolean; stop(): void }> {
  const { tokens: kept, isNew } = await loadOrCreateTokens(folder)
  const tokens = { ...kept }
  const apply = (from: OpsTokens) => {
    tokens.admin = config.ADMIN_TOKEN ?? from.admin
    tokens.internal = config.INTERNAL_TOKEN ?? from.internal
  }
  apply(kept)
  const timer = setInterval(() => {
    void readTokens(folder).then(
      (now) => now && apply(now),
      () => {},
    )
  }, REREAD_EVERY_MS).unref()
  return { tokens, isNew, stop: () => clearInterval(timer) }
}
