import { readFileSync } from 'node:fs'
import { checkServerIdentity } from 'node:tls'
import { AppError, errorMessage } from '../../errors.ts'

export interface DatabaseTls {
  ca?: Buffer
  cert?: Buffer
  key?: Buffer
}

export interface DatabaseAddress {
  /** The URL without what the driver does not read itself. */
  url: string
  /** `host:port` of each server, of which one is the primary. */
  hosts: readonly string[]
  /** The certificate files that the URL names, if it names one or requires `verify-full`; otherwise null. */
  tls: DatabaseTls | null
  /** The folder of the server's Unix socket, which the URL names as `host`; null without one. */
  socketFolder: string | null
}

const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const
const HOSTS = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i

/** The URL with the first of its hosts alone, which URL can read; null if it is none. */
function single(text: string): { url: URL; hosts: string[] } | null {
  const [, head, list = '', rest] = HOSTS.exec(text) ?? []
  const hosts = list.split(',')
  const url = URL.parse(`${head}${hosts[0]}${rest}`)
  return url && hosts.every((host) => URL.parse(`postgres://${host}/`)?.hostname) ? { url, hosts } : null
}

/** Returns why a text is no address of a database; null if it is one. */
export function databaseUrlMistake(text: string): string | null {
  const found = single(text)
  if (!found || !/^postgres(ql)?:$/.test(found.url.protocol))
    return 'must be postgres://user:password@host:port/database, with several hosts separated by commas'
  return null
}

/**
 * Reads an address as libpq does: several hosts, files of certificates in `sslrootcert`, `sslcert` and `sslkey`, and the
 * folder of a Unix socket in `host`.
 */
export function databaseAddress(text: string): DatabaseAddress {
  const found = single(text)
  if (!found) return { url: text, hosts: [text], tls: null, socketFolder: null }
  const { url, hosts } = found
  const tls: DatabaseTls = {}
  const isVerified = url.searchParams.get('sslmode') === 'verify-full'
  for (const [name, member] of Object.entries(FILES)) {
    const path = url.searchParams.get(name)
    url.searchParams.delete(name)
    if (path !== null && path !== 'system') tls[member] = pem(name, path)
  }
  const host = url.searchParams.get('host')
  const socketFolder = host?.startsWith('/') ? host : null
  if (socketFolder !== null) url.searchParams.delete('host')
  const withPort = (name: string) => (/:\d+$/.test(name) ? name : `${name}:5432`)
  const plain = url.href.replace(url.host, hosts.join(','))
  const isTls = isVerified || Object.keys(tls).length > 0
  return { url: plain, hosts: hosts.map(withPort), tls: isTls ? tls : null, socketFolder }
}

/**
 * Whether a certificate is for one of the hosts. The driver would take `localhost` for the name of a server that is
 * addressed by its number.
 */
export function identityCheck(hosts: readonly string[]): typeof checkServerIdentity {
  const names = hosts.map((host) => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))
  return (_name, certificate) => {
    const mistakes = names.map((name) => checkServerIdentity(name, certificate))
    return mistakes.includes(undefined) ? undefined : mistakes[0]
  }
}

/** The same address by the Unix socket in a folder; null: there is none, and the address stays as it is. */
export function bySocket(text: string, socketFolder: string | null): string {
  if (socketFolder === null) return text
  const url = new URL(text)
  url.searchParams.set('host', socketFolder)
  return url.href
}

/** The address of one of the servers alone. */
export function atHost(text: string, host: string): string {
  const [, head, , rest] = HOSTS.exec(text) ?? []
  return `${head}${host}${rest}`
}

function pem(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new AppError('invalid', `DATABASE_URL: ${name} cannot be read (${errorMessage(cause)})`, { cause })
  }
}
