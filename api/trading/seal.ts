import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secret: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'market-state idempotent answer', 32))

/** Encrypts an answer that contains a token, so that the database alone cannot reveal it. */
export function seal(answer: Buffer, secret: string, salt: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFrom(secret, salt), iv)
  const text = Buffer.concat([cipher.update(answer), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Null when the secret or the salt is not the one it was sealed with, or when the bytes were changed. */
export function unseal(sealed: Buffer, secret: string, salt: Buffer): Buffer | null {
  const decipher = createDecipheriv(ALGORITHM, keyFrom(secret, salt), sealed.subarray(0, IV_BYTES))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
