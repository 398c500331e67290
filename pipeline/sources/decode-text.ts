import { mayRepeatKey, repeatedKey } from '../../shared/domain/repeated-key.ts'
import { AppError } from '../../shared/errors.ts'

/** Decodes UTF-8 without its byte-order mark and with one kind of line end. */
export function decodeText(body: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  } catch (cause) {
    throw new AppError('invalid', 'the response is not UTF-8', { cause })
  }
}

/** JSON keys such as __proto__ become own properties here; the schemas that follow pick only what they name. */
export function decodeJson(body: Uint8Array): unknown {
  const text = decodeText(body)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid', 'the response is not whole JSON', { cause })
  }
  if (mayRepeatKey(text, value) && repeatedKey(text) !== null) throw new AppError('invalid', 'an object repeats a key')
  return value
}
