import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

/** The token file of schwab-py, so that its login scripts and ours share one. Unknown members are kept. */
const Token = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().optional(),
  /** Unix seconds. */
  expires_at: z.number().default(0),
})
const TokenFile = z.looseObject({
  /** Unix seconds of the person's login; a refresh does not change it. */
  creation_timestamp: z.number().positive(),
  token: Token,
})
export type TokenFile = z.infer<typeof TokenFile>

export type TokenFileResult =
  | { state: 'read'; file: TokenFile }
  | { state: 'missing' }
  | { state: 'unreadable'; reason: string }

const CHARS_MAX = 65_536

/** Reads the file of the token. It never throws, and its reasons never contain the content of the file. */
export async function readTokenFile(path: string): Promise<TokenFileResult> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = String((error as { code?: unknown } | null)?.code)
    return code === 'ENOENT' ? { state: 'missing' } : { state: 'unreadable', reason: `it cannot be read (${code})` }
  }
  if (text.length > CHARS_MAX) return { state: 'unreadable', reason: 'it is too large' }
  try {
    return { state: 'read', file: TokenFile.parse(JSON.parse(text)) }
  } catch {
    return { state: 'unreadable', reason: 'it is not a token file of schwab-py' }
  }
}

let drafts = 0

/** Replaces the file in one step, readable only by its owner: a concurrent reader sees the old token or the new one. */
export async function writeTokenFile(path: string, file: TokenFile): Promise<void> {
  drafts += 1
  const draft = `${path}.${process.pid}.${drafts}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(file)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // Syncing the folder makes the rename survive a power cut, on systems that support it.
  const folder = await open(dirname(path), 'r').catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
