import { isIP } from 'node:net'
import { z } from 'zod'
import { QUOTE_PROVIDERS, type QuoteProviderId } from './domain/market/market-quote.ts'
import { VENDORS, type VendorId } from './domain/market/source-id.ts'
import { TERMS, type TermsName } from './domain/market/vendor-facts.ts'
import { DEFAULT_RATES, RATE_CLASSES, type Rates } from './domain/rate-class.ts'
import { databaseUrlMistake } from './postgres/server/database-url.ts'
import { believableStart, START_RULE } from './time/start-instant.ts'

/** Only digits are accepted: 0x50 and 1e4 are typing errors, not ports. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
export const port = integer(0, 65_535)
const isProvider = (name: string): name is QuoteProviderId => QUOTE_PROVIDERS.some((known) => known === name)
export const providers = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .refine((names) => names.every(isProvider), `must be a list of ${QUOTE_PROVIDERS.join(', ')}`)
  .transform((names) => names.filter(isProvider))
/** The start of a simulated market. */
export const start = z.string().transform((text, context): Date => {
  const instant = believableStart(text)
  if (!instant) context.addIssue(START_RULE)
  return instant ?? new Date(0)
})
export const secret = z.string().min(16, 'must have at least 16 characters')

const words = (text: string): string[] => [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean)

const isAmqp = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^amqps?:$/.test(url.protocol) && url.hostname !== ''
}

/** One database, of which several servers may hold a copy. */
export const databaseUrl = z.string().superRefine((text, context) => {
  const mistake = databaseUrlMistake(text)
  if (mistake !== null) context.addIssue(mistake)
})

/** Whole URLs, because the nodes of a cluster may have users of their own; stored in the form that connections take. */
export const amqpUrls = z.string().transform((text, context): string => {
  const urls = words(text)
  if (urls.length === 0 || !urls.every(isAmqp))
    context.addIssue('must be one or more whole URLs, amqp:// or amqps://, separated by commas')
  if (new Set(urls.map((url) => URL.parse(url)?.protocol)).size > 1)
    context.addIssue('must be all amqp:// or all amqps://')
  return urls.join(',')
})

export const terms = z.string().transform((text, context): readonly TermsName[] => {
  const unknown = words(text).find((word) => !TERMS.some((name) => name === word))
  if (unknown !== undefined) context.addIssue(`unknown name; choose from ${TERMS.join(', ')}`)
  return TERMS.filter((name) => words(text).includes(name))
})

/** `public=2400,order=60`: the classes that are not named keep their limits. */
export const rates = z.string().transform((text, context): Rates => {
  const changed = words(text).map((word) => word.split('=') as [string, string?])
  for (const [name, count = ''] of changed) {
    if (!RATE_CLASSES.some((known) => known === name)) {
      context.addIssue(`unknown class of requests; choose from ${RATE_CLASSES.join(', ')}`)
    } else if (!/^[1-9]\d{0,8}$/.test(count)) context.addIssue(`${name}: must be a whole number of requests a minute`)
  }
  return { ...DEFAULT_RATES, ...Object.fromEntries(changed.map(([name, count]) => [name, Number(count)])) }
})

/** Addresses and networks in front of the API whose X-Forwarded-For is believed. */
export const proxies = z.string().transform((text, context): readonly string[] => {
  for (const address of words(text)) {
    const [host = '', prefix] = address.split('/')
    const bits = isIP(host) === 6 ? 128 : 32
    if (isIP(host) === 0 || (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)))
      context.addIssue('must be IP addresses or networks such as 10.0.0.0/8, separated by commas')
  }
  return words(text)
})

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** A mirror must be encrypted, like the vendor itself, unless it is on this machine. */
function isMirror(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

export const mirrors = z.string().transform((text, context): Partial<Record<VendorId, string>> => {
  const pairs = words(text).map((word) => [word.split('=', 1)[0] ?? '', word.slice(word.indexOf('=') + 1)] as const)
  for (const [vendor, url] of pairs) {
    if (!VENDORS.some((name) => name === vendor)) context.addIssue(`unknown vendor; choose from ${VENDORS.join(', ')}`)
    else if (!isMirror(url)) context.addIssue(`${vendor}: an https URL without query is needed (http on loopback only)`)
  }
  return Object.fromEntries(pairs)
})
