import { COMPRESSED_FROM_BYTES, chooseEncoding, compress, type Encoding } from './encodings.ts'

/** One encoding of some bytes. Its tag is strong, so it differs from the tags of the other encodings. */
export interface EncodedVersion {
  encoding: Encoding | null
  etag: string
  /** Null until the bytes are compressed. */
  body: Buffer | null
}

/** Bytes that are compressed once for each encoding, at the first request for it, and never per request. */
export class EncodedBytes {
  readonly plain: EncodedVersion & { body: Buffer }
  readonly #versions = new Map<Encoding, EncodedVersion>()
  readonly #running = new Map<Encoding, Promise<Buffer>>()
  readonly #compress: typeof compress

  constructor(body: Buffer, etag: string, compressWith: typeof compress = compress) {
    this.plain = { encoding: null, etag, body }
    this.#compress = compressWith
  }

  /** The version for a reader that accepts these encodings. */
  versionFor(accepted: string | string[] | undefined): EncodedVersion {
    if (this.plain.body.length < COMPRESSED_FROM_BYTES) return this.plain
    const encoding = chooseEncoding(accepted)
    if (encoding === null) return this.plain
    const known = this.#versions.get(encoding)
    if (known) return known
    const made = { encoding, etag: `${this.plain.etag.slice(0, -1)}-${encoding}"`, body: null }
    this.#versions.set(encoding, made)
    return made
  }

  /** Readers of one encoding share its compression. */
  async bodyOf(version: EncodedVersion): Promise<Buffer> {
    if (version.encoding === null || version.body) return version.body ?? this.plain.body
    const running = this.#running.get(version.encoding) ?? this.#compress(this.plain.body, version.encoding)
    this.#running.set(version.encoding, running)
    version.body = await running
    return version.body
  }
}
