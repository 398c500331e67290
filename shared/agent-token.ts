import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_CHARS = 12
/** 43 of 62 letters hold 256 bits. */
const SECRET_CHARS = 43
const TOKEN = /^ms_agt_([0-9A-Za-z]{12})_[0-9A-Za-z]{32,64}$/

/** Skips bytes from 248 on: 62 letters do not divide 256, so the first letters would be more likely. */
function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
  }
  return text
}

export interface AgentToken {
  id: string
  token: string
  sha256: Buffer
}

export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The text is shown once to the caller; the database keeps its digest, found by the id. */
export function makeAgentToken(): AgentToken {
  const id = randomText(ID_CHARS)
  const token = `ms_agt_${id}_${randomText(SECRET_CHARS)}`
  return { id, token, sha256: tokenDigest(token) }
}

/** The id a token claims; null for a text that cannot be one of our tokens, so that the database is not queried. */
export const claimedId = (presented: string): string | null => TOKEN.exec(presented)?.[1] ?? null
