import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Paths of PEM files. */
export interface Certificate {
  cert: string
  key: string
}

/** A private authority with a server's and a client's certificate, and an authority that signed neither. */
export interface Certificates {
  authority: string
  stranger: string
  server: Certificate
  client: Certificate
  remove(): Promise<void>
}

/** Makes throw-away certificates for servers on loopback. */
export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'market-certificates-'))
  const file = (name: string) => join(folder, name)
  const openssl = async (...args: string[]) => void (await promisify(execFile)('openssl', args, { cwd: folder }))
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file(`${name}.key`)]

  const authority = async (name: string) => {
    const out = file(`${name}.pem`)
    await openssl('req', '-x509', ...key(name), '-subj', `/CN=${name}`, '-days', '2', '-out', out)
    return out
  }
  const signed = async (name: string, extensions: string): Promise<Certificate> => {
    await writeFile(file(`${name}.ext`), `${extensions}\n`)
    await openssl('req', ...key(name), '-subj', `/CN=${name}`, '-out', file(`${name}.csr`))
    const by = ['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-CAcreateserial', '-days', '2']
    const out = file(`${name}.pem`)
    await openssl('x509', '-req', '-in', file(`${name}.csr`), ...by, '-extfile', file(`${name}.ext`), '-out', out)
    return { cert: out, key: file(`${name}.key`) }
  }

  return {
    authority: await authority('authority'),
    stranger: await authority('stranger'),
    server: await signed('server', 'subjectAltName = IP:127.0.0.1'),
    client: await signed('client', 'extendedKeyUsage = clientAuth'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
