import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadOrCreateTokens, rotateToken } from './ops-tokens.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokens-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each([
  ['an empty file', ''],
  ['half a file', '{"admin": "ms_admin_'],
  ['a file without a token', '{"admin": "ms_admin_0123456789"}'],
])('tokens: %s is named with the way out, and is not replaced', async (_title, text) => {
  const file = join(folder, 'tokens.json')
  await writeFile(file, text)
  const sentence = `${file} is empty or damaged: put back a copy, or delete it, and the next start makes new tokens`
  await expect(loadOrCreateTokens(folder)).rejects.toThrow(sentence)
  await expect(rotateToken(folder, 'admin')).rejects.toThrow(sentence)
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('tokens: without a file they are made once and then kept', async () => {
  const made = await loadOrCreateTokens(folder)
  expect(made.isNew).toBe(true)
  expect(await loadOrCreateTokens(folder)).toEqual({ tokens: made.tokens, isNew: false })
})
