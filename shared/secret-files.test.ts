import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { SECRET_NAMES, withoutSecretFiles, withSecretFiles } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'market-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const TOKEN = 'a-token-of-the-tests'
const URL = 'postgres://market@db.test:5432/market'

describe('secrets from files', () => {
  test('the value is the content of the file without its line end, and other variables stay', () => {
    const env = withSecretFiles({ DATABASE_URL_FILE: file('url', `${URL}\n`), ADMIN_TOKEN: TOKEN, PORT: '1' })
    expect(readConfig(env)).toMatchObject({ DATABASE_URL: URL, ADMIN_TOKEN: TOKEN, PORT: 1 })
  })

  test.each(SECRET_NAMES)('%s is read from its file', (name) => {
    expect(withSecretFiles({ [`${name}_FILE`]: file(name, TOKEN) })[name]).toBe(TOKEN)
  })

  test('the error for a missing file names the variable', () => {
    const read = () => withSecretFiles({ ADMIN_TOKEN_FILE: join(folder, 'nothing') })
    expect(read).toThrow(/^ADMIN_TOKEN_FILE: .*nothing cannot be read \(ENOENT\)$/)
  })

  test('an empty file is an error, not an absent variable', () => {
    expect(() => withSecretFiles({ DATABASE_URL_FILE: file('empty', '\n') })).toThrow(
      /^DATABASE_URL_FILE: .* is empty$/,
    )
  })

  test('a variable given both ways is an error', () => {
    const env = { INTERNAL_TOKEN: TOKEN, INTERNAL_TOKEN_FILE: file('internal', TOKEN) }
    expect(() => withSecretFiles(env)).toThrow('INTERNAL_TOKEN: also given as INTERNAL_TOKEN_FILE')
  })

  test('an empty variable counts as absent in both forms', () => {
    expect(withSecretFiles({ AMQP_URL_FILE: '', AMQP_URL: 'amqp://a' }).AMQP_URL).toBe('amqp://a')
    expect(withSecretFiles({ AMQP_URL_FILE: file('amqp', 'amqp://b'), AMQP_URL: '' }).AMQP_URL).toBe('amqp://b')
  })

  test('the error does not contain the values', () => {
    const env = { ADMIN_TOKEN: 'first-secret-value', ADMIN_TOKEN_FILE: file('admin', 'second-secret-value') }
    expect(() => withSecretFiles(env)).toThrow(expect.not.stringContaining('secret-value'))
  })

  test('a child process receives the values and not the files', () => {
    expect(withoutSecretFiles({ DATABASE_URL_FILE: '/x', DATABASE_URL: URL, PORT: '1' })).toEqual({
      DATABASE_URL: URL,
      PORT: '1',
    })
    const env = { AMQP_URL_FILE: file('amqp', 'amqp://broker.test'), PORT: '1' }
    expect(withoutSecretFiles(withSecretFiles(env))).toEqual({ AMQP_URL: 'amqp://broker.test', PORT: '1' })
  })
})
