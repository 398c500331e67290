import { createHash } from 'node:crypto'
import { z } from 'zod'
import { MessageId } from '../domain/contract/messages.ts'

/** An envelope has about four levels. Anyone who may write to a queue can send a million, on which recursion fails. */
const LEVELS_MAX = 100

const WithId = z.object({ id: MessageId })

/** The id by which the inbox knows the message; null if nothing that calls itself an id can be one. */
export const messageIdOf = (body: unknown): string | null => WithId.safeParse(body).data?.id ?? null

/** Walks without recursion. */
export function isTooDeep(body: unknown): boolean {
  let level = [body]
  for (let depth = 0; depth <= LEVELS_MAX; depth += 1) {
    level = level.flatMap((value) => (value !== null && typeof value === 'object' ? Object.values(value) : []))
    if (level.length === 0) return false
  }
  return true
}

/**
 * Names a dead letter by its content, whatever the order of the keys: a duplicate that comes late is the same letter,
 * and a forged message with the id of another one is not. The body must not be too deep.
 */
export const contentName = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body, sortedKeys)).digest('hex')

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
