import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { errorMessage } from '../shared/errors.ts'

/** Servers that tests need, and what to do where we cannot install them. */
const PACKAGES = {
  'rabbitmq-server': 'The tests need RabbitMQ: set AMQP_URL, start docker, or install rabbitmq-server (3.10 or newer)',
  'postgresql-15': 'The tests of failover need Postgres 15 with its tools: install postgresql-15',
  pgbouncer: 'The tests of poolers need PgBouncer: install pgbouncer',
  haproxy: 'The tests of replicas need HAProxy: install haproxy',
  'nginx-light': 'The tests of caches need nginx: install nginx-light',
  openssl: 'The tests of TLS need openssl: install it',
  chromium: 'The tests need Chromium: install it, or set CHROMIUM_PATH to it',
} as const
export type Package = keyof typeof PACKAGES
export const isPackage = (name: string): name is Package => Object.hasOwn(PACKAGES, name)

/** Another user of apt-get, perhaps the machine's own upgrades, has finished within this time. */
const LOCK_SECONDS = 300

let before: Promise<void> = Promise.resolve()
const installs = new Map<Package, Promise<void>>()

/** Installs packages one after the other, because two apt-get processes cannot run at once. */
export function installPackage(name: Package): Promise<void> {
  const known = installs.get(name)
  if (known) return known
  const installing = before.then(() => install(name))
  installs.set(name, installing)
  before = installing.catch(() => {})
  return installing
}

/** Installs a package as root on Debian or Ubuntu; elsewhere it fails with what to do. */
async function install(name: Package): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(PACKAGES[name])
  process.stdout.write(`${name} is absent: installing it with apt-get\n`)
  // RUNLEVEL keeps a package from starting a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) =>
    promisify(execFile)('apt-get', ['-q', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], { env })
  // Package lists may be absent or old; if an update fails, the present ones may still do.
  await apt('update').catch((error: unknown) => process.stdout.write(`${errorMessage(error)}\n`))
  await apt('install', '-y', '--no-install-recommends', name)
}
