import { AppError } from '../../shared/errors.ts'

/** The forms in which a body can contain a NUL or half of a character: as a byte, or as a JSON escape. */
const SPELLINGS = ['\0', '\\u0000', '\\ud', '\\uD'] as const

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsUnstorable)
}

/**
 * Refuses data with a text that Postgres cannot store. Otherwise the message of a whole batch would fail again and
 * again because of one bad document. Only bodies that can contain such a text are searched.
 */
export function refuseUnstorable(body: Uint8Array, data: object): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (SPELLINGS.some((spelling) => bytes.includes(spelling)) && holdsUnstorable(data))
    throw new AppError('invalid', 'a text holds a NUL or half of a character')
}
