import { join } from 'node:path'
import { openWorkshop, requireProgram, type Workshop } from './server-process.ts'

const OPENSSL = '/usr/bin/openssl'

/** Paths of PEM files. */
export interface Certificate {
  cert: string
  key: string
}

export interface Authority {
  /** The file that a client trusts. */
  file: string
  /** Returns a certificate of this authority with X.509 extensions; by default for the name as a host. */
  issue(name: string, extensions?: string): Promise<Certificate>
}

/** A private authority, as a company has one for its own servers. */
export async function makeAuthority(workshop: Workshop, name: string): Promise<Authority> {
  await requireProgram(OPENSSL, 'openssl')
  const at = (file: string) => join(workshop.folder, `${name}-${file}`)
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  const authority = [...newKey, '-x509', '-days', '2', '-subj', `/CN=${name}`]
  await workshop.run(OPENSSL, 'req', ...authority, '-keyout', at('ca.key'), '-out', at('ca.pem'))
  return {
    file: at('ca.pem'),
    async issue(holder, extensions = `subjectAltName=DNS:${holder}`) {
      const [cert, key, request] = [at(`${holder}.pem`), at(`${holder}.key`), at(`${holder}.csr`)]
      await workshop.run(OPENSSL, 'req', ...newKey, '-subj', `/CN=${holder}`, '-keyout', key, '-out', request)
      const file = await workshop.write(`${name}-${holder}.ext`, `${extensions}\n`)
      const signed = ['-in', request, '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial']
      await workshop.run(OPENSSL, 'x509', '-req', ...signed, '-days', '2', '-extfile', file, '-out', cert)
      return { cert, key }
    },
  }
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
  const workshop = await openWorkshop()
  const [authority, stranger] = [await makeAuthority(workshop, 'authority'), await makeAuthority(workshop, 'stranger')]
  return {
    authority: authority.file,
    stranger: stranger.file,
    server: await authority.issue('server', 'subjectAltName=IP:127.0.0.1'),
    client: await authority.issue('client', 'extendedKeyUsage=clientAuth'),
    remove: () => workshop.remove(),
  }
}
