import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { MarketQuote } from '../../shared/domain/market/market-quote.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { PATIENT } from '../api/support/api.ts'
import { NOW } from '../api/support/seed.ts'
import { ACCOUNTS, type Ask, ask, type Created, createAccount } from './replicas.ts'
import { SPY } from './sound-quote.ts'
import { openVendors, type ReplicaOptions, type Vendors } from './vendors.ts'

export const TRADING = '/api/v1/trading'
export const TRADES = `${TRADING}/trades`
export const BUY = { symbol: 'SPY', side: 'buy', quantity: 1 } as const
export const SELL = { ...BUY, side: 'sell' } as const

export interface Reply {
  status: number
  code: string | undefined
  body: ReturnType<typeof JSON.parse>
  text: string
  headers: LightMyRequestResponse['headers']
}

export interface Agent extends Created {
  ask(wanted: Omit<Ask, 'token'>, app?: FastifyInstance): Promise<Reply>
  initiate(body?: object, app?: FastifyInstance): Promise<Reply>
  /** Initiates a trade and returns its id. */
  pending(body?: object): Promise<string>
  confirm(id: string, app?: FastifyInstance, key?: string): Promise<Reply>
  cancel(id: string, app?: FastifyInstance): Promise<Reply>
  bought(body?: object): Promise<Reply>
  cash(): Promise<number>
}

export interface AccountOptions {
  name?: string
  balance?: number
  limits?: object
  status?: string
  shorting?: boolean
}

export const later = (ms: number, from: Date = NOW) => new Date(from.getTime() + ms)

const isOption = (body: object): boolean => 'contract' in body || 'strike' in body || 'legs' in body

export function tradeWorld() {
  let vendors: Vendors
  let one: FastifyInstance
  let two: FastifyInstance
  const replica = (options: ReplicaOptions = {}) =>
    vendors.replica({ ...options, deps: { ...options.deps, limits: { ...PATIENT, ...options.deps?.limits } } })

  const world = {
    get vendors() {
      return vendors
    },
    get sql() {
      return vendors.db.sql
    },
    get one() {
      return one
    },
    get two() {
      return two
    },
    replica,
    /** Moves the service time of the replicas and of Postgres. */
    async moveTo(at: Date): Promise<void> {
      vendors.at = at
      await vendors.db.sql`update service_time set service_origin = ${at}, last_seen = ${at}`
    },
    /** Stores a quote as the quotes worker would; the fields left out make it tradable. */
    async quote(of: Partial<MarketQuote> = {}): Promise<void> {
      const sound: MarketQuote = { ...SPY, quotedAt: vendors.at }
      await vendors.db.sql`delete from latest_quotes where symbol = ${of.symbol ?? sound.symbol}`
      await saveLatestQuotes(vendors.db.sql, [{ ...sound, ...of }], vendors.at)
    },
    async account({
      name = 'agent',
      balance = 100_000,
      limits,
      status,
      shorting,
    }: AccountOptions = {}): Promise<Agent> {
      const made = await createAccount(one, { name, balance })
      const loose = { orders_per_minute: 600, max_pending_trades: 100, ...limits }
      const patch = { limits: loose, ...(status ? { status } : {}), ...(shorting ? { shorting } : {}) }
      await ask(one, { method: 'PATCH', url: `${ACCOUNTS}/${made.account_id}`, body: patch })
      return agentOf(made, one)
    },
  }

  beforeAll(async () => {
    vendors = await openVendors()
    one = await replica()
    two = await replica()
  })
  beforeEach(async () => {
    await world.moveTo(NOW)
    await world.quote()
  })
  afterEach(() => vendors.world.heal())
  afterAll(() => vendors.close())
  return world
}

/** The agent of an account, which sends its requests to the replica `home` by default. */
function agentOf(made: Created, home: FastifyInstance): Agent {
  const agent: Agent = {
    ...made,
    async ask(wanted, app = home) {
      const answer = await ask(app, { ...wanted, token: made.token })
      const body = answer.json()
      return { status: answer.statusCode, code: body.code, body, text: answer.body, headers: answer.headers }
    },
    initiate: (body = BUY, app = home) =>
      agent.ask({ method: 'POST', url: isOption(body) ? `${TRADES}/options` : TRADES, body }, app),
    async pending(body = BUY) {
      const reply = await agent.initiate(body)
      expect(reply.status, reply.text).toBe(201)
      return reply.body.trade_id
    },
    confirm: (id, app = home, key) =>
      agent.ask({ method: 'POST', url: `${TRADES}/${id}/confirm`, ...(key ? { key } : {}) }, app),
    cancel: (id, app = home) => agent.ask({ method: 'DELETE', url: `${TRADES}/${id}` }, app),
    async bought(body = BUY) {
      const reply = await agent.confirm(await agent.pending(body))
      expect(reply.status, reply.text).toBe(200)
      return reply
    },
    cash: async () => (await agent.ask({ url: `${TRADING}/account` })).body.balance,
  }
  return agent
}
