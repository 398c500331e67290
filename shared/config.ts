import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { AI_VARIABLES } from './ai/ai-variables.ts'
import { integer, mirrors, port, providers, proxies, rates, secret, start, terms } from './config-values.ts'
import { CONNECTION_VARIABLES } from './connection-variables.ts'
import {
  ALPACA_OPTION_FEEDS,
  ALPACA_STOCK_FEEDS,
  type AlpacaOptionFeed,
  type AlpacaStockFeed,
} from './domain/market/alpaca-feed.ts'
import { QUOTE_PROVIDERS } from './domain/market/market-quote.ts'
import type { VendorId } from './domain/market/source-id.ts'
import type { SourceSetup } from './domain/market/source-setup.ts'
import { QUOTE_VENDOR_FACTS, TERMS, VENDOR_FACTS } from './domain/market/vendor-facts.ts'
import { DEFAULT_RATES, RATE_CLASSES } from './domain/rate-class.ts'
import { SCENARIOS } from './domain/scenario.ts'
import { AppError } from './errors.ts'

/** Every variable the service reads. `.env.example` and docs/operations.md are tested against this list. */
export const ConfigSchema = z.object({
  PORT: port.default(8080).describe('port of the API; 0: any free port'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address the API listens on'),
  DATA_DIR: z.string().min(1).default('.data').describe('folder of the embedded Postgres and the tokens'),
  ...CONNECTION_VARIABLES,
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('an OpenTelemetry collector that accepts OTLP over HTTP; not set: spans are not exported'),
  SOURCES: z
    .enum(['simulated', 'live'])
    .default('simulated')
    .describe('source of the data: simulated or the real vendors; a database holds one of the two'),
  ACCEPT_TERMS: terms
    .optional()
    .describe(`vendors whose terms you have read and accept, separated by commas: ${TERMS.join(', ')}`),
  VENDOR_URLS: mirrors
    .optional()
    .describe(
      'live only: base URLs of mirrors, as vendor=https://host separated by commas; not set: the vendors themselves',
    ),
  CONTACT_EMAIL: z
    .email()
    .optional()
    .describe('contact for the User-Agent of requests to live vendors, some of which require it'),
  SIMULATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('base URL of a running simulator; npm start runs its own'),
  SIMULATOR_PORT: port.default(9100).describe('port of npm run simulator'),
  SIMULATOR_HOST: z.string().min(1).default('127.0.0.1').describe('address the simulator listens on'),
  SIMULATOR_SEED: integer(0, 999_999_999).default(1316).describe('seed of the simulated world'),
  SIMULATOR_START: start
    .optional()
    .describe(
      'instant at which a new data folder begins, in Eastern Time unless it has an offset; not set: the last session',
    ),
  SIMULATOR_SCENARIO: z
    .enum(SCENARIOS)
    .default('none')
    .describe(`scenario of the simulated market from its eleventh session on: ${SCENARIOS.join(', ')}`),
  SIMULATOR_MEMBERS: integer(50, 503)
    .default(503)
    .describe(
      'number of index members that the simulator lists, 50 to 503; with fewer, the history is complete sooner',
    ),
  SIMULATOR_SPEED: integer(1, 3_600)
    .default(1)
    .describe('service seconds per real second, 1 to 3600, at which npm start begins; ops clock changes it later'),
  PACING_SILENCE_S: integer(1, 86_400)
    .default(600)
    .describe('seconds without a call after which a lock-step no longer waits for an account'),
  SIMULATOR_QUOTAS: z
    .stringbool()
    .default(false)
    .describe('1: the simulator enforces request quotas like the vendors, and workers keep to their budgets'),
  FRED_API_KEY: z
    .string()
    .regex(/^[a-z0-9]{32}$/)
    .optional()
    .describe('key of the FRED API, 32 lowercase letters and digits; not set: the CSV download, which needs no key'),
  AAII_DROP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder into which an operator puts the AAII sheet as CSV; not set: the simulator provides the data, and with live data the source is off',
    ),
  SCHWAB_APP_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('key of your app at the brokerage; not set: no brokerage is used'),
  SCHWAB_APP_SECRET: z.string().min(1).optional().describe('secret of that app'),
  SCHWAB_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("the brokerage's token file as schwab-py writes it; refreshed in place, shared by all replicas"),
  ALPACA_KEY_ID: z.string().min(1).optional().describe('id of your Alpaca API key; not set: Alpaca is not used'),
  ALPACA_SECRET_KEY: z.string().min(1).optional().describe('secret of that key'),
  ALPACA_STOCK_FEED: z
    .enum(ALPACA_STOCK_FEEDS)
    .default('iex')
    .describe('stock quotes the account is entitled to: iex (one exchange) or sip (all exchanges)'),
  ALPACA_OPTION_FEED: z
    .enum(ALPACA_OPTION_FEEDS)
    .default('indicative')
    .describe('option quotes the account is entitled to'),
  FLOW_PRINTS_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe(
      'token of your account at a vendor of option prints, for live data with prints=https://host in VENDOR_URLS; the simulator accepts any; not set: the flow is estimated from the volume of option chains',
    ),
  QUOTE_PROVIDERS: providers
    .default([...QUOTE_PROVIDERS])
    .describe('providers of live quotes and option chains, in order of preference; one without a login is skipped'),
  ALLOW_DELAYED_TRADING: z
    .stringbool()
    .default(false)
    .describe('1: paper trades may use delayed feeds; such trades are marked as delayed'),
  SOURCE_RUNS_KEEP_DAYS: z
    .union([z.literal('0').transform(Number), integer(8, 36_500)], 'must be 0 or a whole number from 8 to 36500')
    .default(30)
    .describe('days that source runs are kept, at least 8 because the status route uses 7; 0: all are kept'),
  BORROW_RATE_PCT: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be per cent a year with at most two decimals')
    .transform(Number)
    .default(0)
    .describe('yearly fee for borrowing short stock, in per cent of its value; charged each night'),
  RATE_LIMITS: rates
    .default(DEFAULT_RATES)
    .describe(
      `requests per minute that one caller may send to a replica, by class: ${RATE_CLASSES.map((name) => `${name}=${DEFAULT_RATES[name]}`).join(',')}`,
    ),
  STREAM_CONNECTIONS_MAX: integer(1, 1_000_000)
    .default(2_000)
    .describe('streams and sockets that may be open at a time on a replica'),
  STREAM_CONNECTIONS_PER_CALLER: integer(1, 1_000_000)
    .default(1_000)
    .describe('streams and sockets that one address or account may have'),
  STREAM_LIFETIME_S: integer(1, 86_400)
    .default(3_600)
    .describe('seconds after which a stream is ended, so that the client reconnects'),
  DRAIN_NOTICE_S: integer(0, 60)
    .default(5)
    .describe(
      'seconds that a replica continues to accept requests after SIGTERM, so that balancers notice that it is not ready',
    ),
  WEBHOOKS_ALLOW_LOCAL: z
    .stringbool()
    .default(false)
    .describe('1: webhooks may use http, any port and private addresses, for development'),
  WEBHOOKS_RETRY_S: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,19}$/, 'must be up to twenty whole numbers of seconds separated by commas')
    .transform((text): readonly number[] => text.split(',').map(Number))
    .default([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
    .describe('seconds before each repetition of a failed delivery to a webhook'),
  ...AI_VARIABLES,
  API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address at which workers reach the API; not set: the house accounts of the screener do not trade'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address at which clients reach the API; /mcp accepts its host in addition to loopback names'),
  TRUST_PROXY: proxies
    .optional()
    .describe(
      'addresses or networks of your proxies, whose X-Forwarded-For names the caller; not set: the caller is the address of the connection',
    ),
  ADMIN_TOKEN: secret.optional().describe('bearer token of the admin routes'),
  INTERNAL_TOKEN: secret.optional().describe('bearer token of /metrics and the internal routes'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('lowest level that is logged'),
  BACKFILL_SESSIONS: integer(0, 2_520).default(300).describe('number of past daily rows npm start computes'),
  BACKFILL_VERDICT_SESSIONS: integer(0, 2_520)
    .default(120)
    .describe('number of past sessions whose verdicts npm start fills in the simulator'),
  BACKFILL_CYCLE_SESSIONS: integer(0, 60).default(6).describe('number of past sessions whose cycles npm start replays'),
})
export type Config = z.infer<typeof ConfigSchema>

/** Reads the environment once. The error names every bad variable; an empty variable counts as absent. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = ConfigSchema.safeParse(given)
  if (parsed.success) return Object.freeze(given.SOURCES === 'live' ? asLive(parsed.data, given) : parsed.data)
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new AppError('invalid', lines.join('; '))
}

/** A live service ignores the simulator and keeps its data in a folder of its own. */
function asLive({ SIMULATOR_URL: _unused, ...config }: Config, given: Record<string, string | undefined>): Config {
  return { ...config, DATA_DIR: given.DATA_DIR ?? `${config.DATA_DIR}-live` }
}

export const sourceSetup = (
  config: Pick<Config, 'SOURCES' | 'ACCEPT_TERMS' | 'AAII_DROP_DIR' | 'FLOW_PRINTS_TOKEN' | 'VENDOR_URLS'>,
): SourceSetup => ({
  live: config.SOURCES === 'live',
  accepted: config.ACCEPT_TERMS ?? [],
  hasDropDir: config.AAII_DROP_DIR !== undefined,
  hasPrints:
    config.FLOW_PRINTS_TOKEN !== undefined && (config.SOURCES !== 'live' || config.VENDOR_URLS?.prints !== undefined),
})

/** Some vendors refuse requests without a User-Agent, and the SEC requires a contact address in it. */
export const userAgent = ({ CONTACT_EMAIL }: Pick<Config, 'CONTACT_EMAIL'>): string =>
  `market-state/0.1 (paper trading research${CONTACT_EMAIL ? `; contact: ${CONTACT_EMAIL}` : ''})`

type Addresses = Pick<Config, 'SIMULATOR_URL' | 'AAII_DROP_DIR'> & Partial<Pick<Config, 'VENDOR_URLS'>>

export interface BrokerageSettings {
  credentials: { appKey: string; appSecret: string }
  tokenFile: string
}

/** Null if no brokerage is configured; throws if only some of its variables are given. */
export function brokerageSettings(
  config: Pick<Config, 'SCHWAB_APP_KEY' | 'SCHWAB_APP_SECRET' | 'SCHWAB_TOKEN_FILE'>,
): BrokerageSettings | null {
  const { SCHWAB_APP_KEY: appKey, SCHWAB_APP_SECRET: appSecret, SCHWAB_TOKEN_FILE: tokenFile } = config
  if (appKey && appSecret && tokenFile) return { credentials: { appKey, appSecret }, tokenFile: resolve(tokenFile) }
  const missing = Object.entries({ SCHWAB_APP_KEY: appKey, SCHWAB_APP_SECRET: appSecret, SCHWAB_TOKEN_FILE: tokenFile })
  const names = missing.flatMap(([name, value]) => (value ? [] : [name]))
  if (names.length === missing.length) return null
  throw new AppError('invalid', `${names.join(', ')}: required together with the other SCHWAB_ variables`)
}

/** Base URL of the brokerage; the simulator's contains the instant. */
export const brokerageUrl = ({ SIMULATOR_URL }: Pick<Config, 'SIMULATOR_URL'>, at: Date): string =>
  SIMULATOR_URL
    ? `${SIMULATOR_URL.replace(/\/$/, '')}/at/${at.toISOString()}/schwab`
    : QUOTE_VENDOR_FACTS.schwab.baseUrl

export interface AlpacaSettings {
  keyId: string
  secretKey: string
  stockFeed: AlpacaStockFeed
  optionFeed: AlpacaOptionFeed
}

/** Null without a key; throws if only half of it is given. */
export function alpacaSettings(
  config: Pick<Config, 'ALPACA_KEY_ID' | 'ALPACA_SECRET_KEY' | 'ALPACA_STOCK_FEED' | 'ALPACA_OPTION_FEED'>,
): AlpacaSettings | null {
  const { ALPACA_KEY_ID: keyId, ALPACA_SECRET_KEY: secretKey } = config
  if (keyId && secretKey) {
    return { keyId, secretKey, stockFeed: config.ALPACA_STOCK_FEED, optionFeed: config.ALPACA_OPTION_FEED }
  }
  if (!keyId && !secretKey) return null
  throw new AppError(
    'invalid',
    `${keyId ? 'ALPACA_SECRET_KEY' : 'ALPACA_KEY_ID'}: required together with the other one`,
  )
}

/** Base URL of Alpaca; the simulator's contains the instant. */
export const alpacaUrl = ({ SIMULATOR_URL }: Pick<Config, 'SIMULATOR_URL'>, at: Date): string =>
  SIMULATOR_URL
    ? `${SIMULATOR_URL.replace(/\/$/, '')}/at/${at.toISOString()}/alpaca`
    : QUOTE_VENDOR_FACTS.alpaca.baseUrl

/** Base URL of Alpaca's stream; the simulator's contains the instant. */
export const alpacaStreamUrl = ({ SIMULATOR_URL }: Pick<Config, 'SIMULATOR_URL'>, at: Date): string =>
  SIMULATOR_URL
    ? `${SIMULATOR_URL.replace(/^http/, 'ws').replace(/\/$/, '')}/at/${at.toISOString()}/alpaca/stream`
    : 'wss://stream.data.alpaca.markets'

/** Base URL of a vendor: the simulator serves any instant, the real vendor only the present. */
export function vendorBaseUrl(config: Addresses, vendor: VendorId, at: Date): string {
  if (vendor === 'aaii' && config.AAII_DROP_DIR) return pathToFileURL(resolve(config.AAII_DROP_DIR)).href
  const { baseUrl, simulated } = VENDOR_FACTS[vendor]
  if (!config.SIMULATOR_URL) return (config.VENDOR_URLS?.[vendor] ?? baseUrl).replace(/\/$/, '')
  return `${config.SIMULATOR_URL.replace(/\/$/, '')}/at/${at.toISOString()}/${simulated}`
}
