import { createHash } from 'node:crypto'

/** Our own namespace, so that names from elsewhere do not make the same ids. */
const NAMESPACE = Buffer.from('6f2b9a34c1d84e7fa6b05d3e8c17a942', 'hex')

/** The id of a name (RFC 9562): the same name gives the same id, wherever it is computed. */
export function uuidV5(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
