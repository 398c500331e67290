import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this size the headers outweigh what compression saves. */
export const COMPRESSED_FROM_BYTES = 1_024

export type Encoding = 'br' | 'gzip'

const BROTLI_QUALITY = 5
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses in a thread of the pool, so that other requests continue. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotli(body, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: body.length } })
}

/** RFC 9110 12.5.3: `br;q=0` refuses it, `*` allows every encoding that is not named. */
function allows(accepted: string, encoding: Encoding): boolean {
  let everything = false
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const refused = parameters.some((text) => /^q=0(\.0*)?$/.test(text))
    if (name === encoding || (encoding === 'gzip' && name === 'x-gzip')) return !refused
    if (name === '*') everything = !refused
  }
  return everything
}

/** The encoding to answer with; null: the bytes as they are. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  if (accepted === undefined || accepted.length === 0) return null
  const text = String(accepted)
  // Programs send one of these; the general rule takes ten times as long.
  if (text === 'gzip, deflate, br' || text === 'gzip, deflate, br, zstd' || text === 'br, gzip, deflate') return 'br'
  if (allows(text, 'br')) return 'br'
  return allows(text, 'gzip') ? 'gzip' : null
}
