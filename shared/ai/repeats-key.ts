/** A shorter key, such as the placeholder of a local server, is not a secret. */
const SECRET_CHARS_MIN = 16

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Returns whether a text repeats the key or a long part of it, also with other characters in between. An endpoint knows
 * the key, and one that is hostile or careless must not get it into a row or onto a page.
 */
export function repeatsKey(text: string, key: string | null): boolean {
  const secret = lettersAndDigits(key ?? '')
  if (secret.length < SECRET_CHARS_MIN) return false
  const found = lettersAndDigits(unescaped(text))
  for (let start = 0; start + SECRET_CHARS_MIN <= secret.length; start++) {
    if (found.includes(secret.slice(start, start + SECRET_CHARS_MIN))) return true
  }
  return false
}
