/** Postgres stores neither a NUL nor half of a character. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** JSON that Postgres cannot store as it is becomes a text that names its bytes. */
export function storableJson(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  // JSON.stringify writes a NUL and half a character as escapes; an escaped backslash before them is a harmless hit.
  return /\\u(0000|d[89a-f])/.test(text) ? { base64: Buffer.from(text).toString('base64') } : value
}
