import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import type { RunAs } from './run-as.ts'

/** Every password this service ever made: random bytes as hexadecimal digits. */
const PASSWORD = /^[0-9a-f]{36}$/

export const passwordFile = (folder: string): string => join(folder, 'postgres.password')

/** The remedy is the same for a damaged file and for one that the server does not accept. */
export const refusedPassword = (folder: string, what: string, cause?: unknown): AppError =>
  new AppError('invalid', `${passwordFile(folder)} ${what}: delete it, and the next start creates a new password`, {
    cause,
  })

/** A random password per data folder: other users of the machine can reach the loopback port too. Null without a file. */
export async function keptPassword(folder: string): Promise<string | 'damaged' | null> {
  const text = await readFile(passwordFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw refusedPassword(folder, `cannot be read (${error.code})`, error)
  })
  if (text === null) return null
  return PASSWORD.test(text.trim()) ? text.trim() : 'damaged'
}

/** Replaces the file in one step, so that a kill leaves the old one, the new one or none. */
export async function savePassword(folder: string, password: string): Promise<void> {
  const draft = `${passwordFile(folder)}.new`
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true })
  await rename(draft, passwordFile(folder))
}

export const makePassword = (): string => randomBytes(18).toString('hex')

/** Gives the role a new password while no server runs, in Postgres's single-user mode, which needs no password. */
export async function resetPassword(input: {
  postgres: string
  runAs: RunAs
  folder: string
  cluster: string
}): Promise<string> {
  const password = makePassword()
  const child = input.runAs.spawn(input.postgres, ['--single', '-D', input.cluster, 'postgres'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(`alter role market password '${password}'\n`)
  const code = await new Promise((done) => child.once('exit', done).once('error', done))
  if (code !== 0) throw new AppError('unavailable', `no new password could be set in ${input.cluster} (code ${code})`)
  await savePassword(input.folder, password)
  return password
}
