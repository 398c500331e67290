import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadOrCreateTokens, readTokens } from '../shared/ops-tokens.ts'
import { tokenCommand } from './token.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-token-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function token(args: string[], env: Record<string, string> = {}): Promise<string> {
  const printed: string[] = []
  const command = tokenCommand({ DATA_DIR: folder, ...env }, (text) => printed.push(text))
  await command.parseAsync(args, { from: 'user' })
  return printed.join('\n')
}

test('shows the stored token, and a rotation replaces it alone', async () => {
  const { tokens } = await loadOrCreateTokens(folder)
  expect(await token(['show', 'internal'])).toBe(tokens.internal)
  const rotated = await token(['rotate', 'internal'])
  expect(rotated).toMatch(/^ms_internal_/)
  expect(rotated).not.toBe(tokens.internal)
  expect(await token(['show', 'internal'])).toBe(rotated)
  expect(await token(['show', 'admin'])).toBe(tokens.admin)
  expect(JSON.parse(await token(['show', 'internal', '--json']))).toEqual({ kind: 'internal', token: rotated })
  await expect(token(['show', 'root'])).rejects.toThrow('choose admin or internal')
})

test('shows nothing and makes nothing in a folder without tokens', async () => {
  await expect(token(['show', 'admin'])).rejects.toThrow(
    `DATA_DIR: ${folder} holds no tokens: name the folder of the service, or make new ones by \`ops token rotate admin\``,
  )
  expect(await readTokens(folder)).toBeNull()
})

test('a token of the environment is the one in force, and cannot be rotated in the folder', async () => {
  const { tokens } = await loadOrCreateTokens(folder)
  const env = { ADMIN_TOKEN: 'token-of-the-environment' }
  expect(await token(['show', 'admin'], env)).toBe('token-of-the-environment')
  await expect(token(['rotate', 'admin'], env)).rejects.toThrow(
    'ADMIN_TOKEN is set, and the service uses that one: change it there and start the replicas again',
  )
  expect(await token(['show', 'internal'], env)).toBe(tokens.internal)
  expect(await readTokens(folder)).toEqual(tokens)
})

test('where no folder is, as beside replicas that run alone, the place of the token is named', async () => {
  const env = { DATA_DIR: join(folder, 'none') }
  const sentence =
    /none does not exist: name the folder of npm start; .* is INTERNAL_TOKEN in their environment .* one by one$/
  await expect(token(['rotate', 'internal'], env)).rejects.toThrow(sentence)
  await expect(token(['show', 'internal'], env)).rejects.toThrow(sentence)
})
