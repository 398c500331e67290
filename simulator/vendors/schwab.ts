import { hashText } from '../world/random.ts'
import type { World } from '../world/world.ts'
import { schwabChain, schwabExpirations } from './schwab-chains.ts'
import { schwabQuote } from './schwab-quotes.ts'
import { isAccess, loginCode, type Tokens, tokensForCode, tokensForRefresh } from './schwab-tokens.ts'
import { json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const SYMBOLS_MAX = 500
const ONE_SYMBOL = /^\/marketdata\/v1\/([^/]+(?:\/[A-Z])?)\/quotes$/

const failed = (status: number, title: string, detail: string, header?: string): VendorReply => {
  const id = `00000000-0000-4000-8000-${hashText(`${title}${detail}`).toString(16).padStart(12, '0')}`
  const source = header === undefined ? {} : { source: { header } }
  return json(status, { errors: [{ id, status: String(status), title, detail, ...source }] })
}

const refused = (error: string, error_description: string, status = 400): VendorReply =>
  json(status, { error, error_description })

/** Grants every login at once: the world has no passwords, and a person would only click. */
const authorize = ({ query, instant }: VendorRequest): VendorReply => {
  const redirect = query.get('redirect_uri')
  if (!query.get('client_id')) return refused('invalid_client', 'client_id is missing', 401)
  if (!redirect?.startsWith('https://')) return refused('invalid_request', 'redirect_uri does not match')
  const location = new URL(redirect)
  location.searchParams.set('code', loginCode(instant))
  location.searchParams.set('session', `00000000-0000-4000-8000-${String(instant.getTime()).padStart(12, '0')}`)
  const state = query.get('state')
  if (state) location.searchParams.set('state', state)
  return { status: 302, type: 'text/plain', body: '', headers: { location: location.href } }
}

const hasCredentials = (authorization: string | undefined): boolean => {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(authorization ?? '')?.[1]
  return encoded !== undefined && /^[^:]+:.+$/.test(Buffer.from(encoded, 'base64').toString('utf8'))
}

const token = ({ method, headers, body, instant }: VendorRequest): VendorReply => {
  if (method !== 'POST') return failed(405, 'Method Not Allowed', 'POST only')
  if (!hasCredentials(headers.authorization)) return refused('invalid_client', 'Unauthorized', 401)
  const form = new URLSearchParams(body)
  let tokens: Tokens | null = null
  if (form.get('grant_type') === 'authorization_code') {
    tokens = tokensForCode(form.get('code') ?? '', instant)
    if (!tokens) return refused('invalid_request', 'authorization code invalid')
  } else if (form.get('grant_type') === 'refresh_token') {
    tokens = tokensForRefresh(form.get('refresh_token') ?? '', instant)
    if (!tokens) return refused('unsupported_token_type', 'refresh token invalid')
  }
  return tokens ? json(200, tokens) : refused('unsupported_grant_type', 'grant_type is not supported')
}

const quotes = (world: World, symbols: readonly string[], { query, instant }: VendorRequest): VendorReply => {
  if (symbols.length === 0) return failed(400, 'Bad Request', 'Search combination should have min of 1.')
  if (symbols.length > SYMBOLS_MAX) return failed(400, 'Bad Request', 'Search combination should have max of 500.')
  const moment = world.momentAt(instant)
  const fields = query.get('fields')?.split(',') ?? []
  const found = symbols.map((symbol) => [symbol, schwabQuote(world, moment, symbol, { fields, instant })] as const)
  const invalid = found.flatMap(([symbol, quote]) => (quote ? [] : [symbol]))
  return json(200, {
    ...Object.fromEntries(found.filter(([, quote]) => quote)),
    ...(invalid.length > 0 ? { errors: { invalidSymbols: invalid } } : {}),
  })
}

const respond = (world: World, request: VendorRequest): VendorReply => {
  const { path, method, headers, query, instant } = request
  if (path === '/v1/oauth/authorize' && method === 'GET') return authorize(request)
  if (path === '/v1/oauth/token') return token(request)
  if (method !== 'GET') return failed(405, 'Method Not Allowed', 'GET only')
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (bearer === undefined) return failed(401, 'Unauthorized', 'Missing header', 'Authorization')
  if (!isAccess(bearer, instant)) return failed(401, 'Unauthorized', 'Client not authorized')
  if (path === '/marketdata/v1/quotes') {
    return quotes(world, query.get('symbols')?.split(',').filter(Boolean) ?? [], request)
  }
  if (path === '/marketdata/v1/expirationchain' || path === '/marketdata/v1/chains') {
    const answer = path.endsWith('/chains') ? schwabChain(world, request) : schwabExpirations(world, request)
    return answer ? json(200, answer) : failed(404, 'Not Found', 'No such symbol')
  }
  const symbol = ONE_SYMBOL.exec(path)?.[1]
  return symbol ? quotes(world, [symbol], request) : failed(404, 'Not Found', 'No such resource')
}

/** The brokerage: a login lasts seven days and a token half an hour; quotes and options have no delay. */
export const schwab: Vendor = {
  name: 'schwab',
  prefix: 'schwab',
  posts: true,
  quota: { per_minute: 120, refusal: failed(429, 'Too Many Requests', 'Quota exceeded') },
  respond,
}
