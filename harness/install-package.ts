import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { errorMessage } from '../shared/errors.ts'

/** Installs a package as root on Debian or Ubuntu; elsewhere it fails with `otherwise`, which says what to do. */
export async function installPackage(name: string, otherwise: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(otherwise)
  process.stdout.write(`${name} is absent: installing it with apt-get\n`)
  // RUNLEVEL keeps a package from starting a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) => promisify(execFile)('apt-get', ['-q', ...args], { env })
  // Package lists may be absent or old; if an update fails, the present ones may still do.
  await apt('update').catch((error: unknown) => process.stdout.write(`${errorMessage(error)}\n`))
  await apt('install', '-y', '--no-install-recommends', name)
}
