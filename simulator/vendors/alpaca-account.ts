import type { IncomingHttpHeaders } from 'node:http'

const KEY_ID = /^(?:PK|AK)[A-Z0-9]{18,24}$/
const SECRET = /^[A-Za-z0-9]{40,44}$/

/** The plan of an account; in this world the letters of its key decide. */
export type Plan = 'basic' | 'plus'

/** The world has no passwords: any text of the right form is a key. */
export const planOf = (keyId: string, secret: string): Plan | null =>
  KEY_ID.test(keyId) && SECRET.test(secret) ? (keyId.startsWith('AK') ? 'plus' : 'basic') : null

const one = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

/** Null if no key is given; `plan` is null if the key is invalid. */
export const accountOf = (headers: IncomingHttpHeaders): { plan: Plan | null } | null => {
  const [keyId, secret] = [one(headers['apca-api-key-id']), one(headers['apca-api-secret-key'])]
  return keyId === null || secret === null ? null : { plan: planOf(keyId, secret) }
}

const STOCK_FEEDS = ['iex', 'sip', 'delayed_sip'] as const
export type StockFeed = (typeof STOCK_FEEDS)[number]
export const isStockFeed = (name: string): name is StockFeed => STOCK_FEEDS.some((feed) => feed === name)

export const mayRead = (plan: Plan, feed: StockFeed): boolean => plan === 'plus' || feed !== 'sip'
