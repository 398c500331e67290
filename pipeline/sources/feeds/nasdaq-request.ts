import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { decodeJson } from '../decode-text.ts'
import type { FeedRequest } from '../source.ts'

/** The vendor does not answer clients that do not look like a browser on its site. */
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; market-state/0.1)',
  accept: 'application/json, text/plain, */*',
  origin: 'https://www.nasdaq.com',
  referer: 'https://www.nasdaq.com/',
}
const BYTES_MAX = 3_000_000
const SYMBOL_UNKNOWN = 1001

export const nasdaqRequest = (path: string, query: Record<string, string> = {}): FeedRequest => ({
  path,
  query,
  headers: HEADERS,
  accept: 'json',
  bytesMax: BYTES_MAX,
})

const Envelope = z.object({
  data: z.unknown(),
  status: z.object({
    rCode: z.int(),
    bCodeMessage: z.array(z.object({ code: z.int(), errorMessage: z.string() })).nullable(),
  }),
})

/** The data of the envelope; null where the vendor has none for a symbol. Its refusals come with status 200. */
export function nasdaqData(body: Uint8Array, what: string): unknown {
  const parsed = Envelope.safeParse(decodeJson(body))
  if (!parsed.success) throw new AppError('invalid', `${what}: not the envelope of the vendor`, { cause: parsed.error })
  const { data, status } = parsed.data
  if (status.rCode === 200) return data ?? null
  if (status.bCodeMessage?.some(({ code }) => code === SYMBOL_UNKNOWN)) return null
  throw new AppError('invalid', `${what}: the vendor answered code ${status.rCode}`)
}

/** No figure of a company is larger; beyond it a number is an error of the vendor. */
const MONEY_MAX = 1e13

/** `$1.20`, `($0.11)`, `1,234`, and numbers; null for text that means no value. */
export function money(value: string | number | null | undefined): number | null {
  if (typeof value === 'number') return Math.abs(value) <= MONEY_MAX ? value : null
  const text = (value ?? '').trim()
  const match = /^(\()?-?\$?-?([\d,]*\.?\d+)\)?$/.exec(text)
  if (!match) return null
  const size = Number(match[2]!.replaceAll(',', ''))
  if (!(size <= MONEY_MAX)) return null
  return match[1] || text.includes('-') ? -size : size
}

export const count = (value: string | number | null | undefined): number | null => {
  const number = money(value)
  return number === null || !Number.isInteger(number) || number < 0 ? null : number
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Aug/2026` and `Aug 2026` as `2026-08`; null for anything else. */
export function monthOf(text: string): string | null {
  const match = /^([A-Z][a-z]{2})[ /](\d{4})$/.exec(text.trim())
  const month = MONTHS.indexOf(match?.[1] ?? '')
  return month < 0 ? null : `${match![2]}-${String(month + 1).padStart(2, '0')}`
}

/** Class shares have a dot at this vendor, or a slash. */
export const nasdaqTicker = (text: string): string => text.trim().toUpperCase().replace(/[/-]/, '.')
