import { join } from 'node:path'
import { requireProgram, type Workshop } from './server-process.ts'

const OPENSSL = '/usr/bin/openssl'

export interface Authority {
  /** The file that a client trusts. */
  file: string
  /** A certificate of this authority for one host name, and its key. */
  issue(host: string): Promise<{ cert: string; key: string }>
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
    async issue(host) {
      const [cert, key, request] = [at(`${host}.pem`), at(`${host}.key`), at(`${host}.csr`)]
      await workshop.run(OPENSSL, 'req', ...newKey, '-subj', `/CN=${host}`, '-keyout', key, '-out', request)
      const extensions = await workshop.write(`${name}-${host}.ext`, `subjectAltName=DNS:${host}\n`)
      const signed = ['-in', request, '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial']
      await workshop.run(OPENSSL, 'x509', '-req', ...signed, '-days', '2', '-extfile', extensions, '-out', cert)
      return { cert, key }
    },
  }
}
