import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { QUOTE_PROVIDERS, type QuoteProviderId } from './domain/market-quote.ts'
import type { SourceId, VendorId } from './domain/source-id.ts'
import { AppError } from './errors.ts'

/** The real hosts. In the simulated world each becomes `<simulator>/at/{now}/<vendor>`. */
const LIVE_BASE_URLS: Record<VendorId, string> = {
  fred: 'https://fred.stlouisfed.org',
  fred_api: 'https://api.stlouisfed.org',
  cboe: 'https://cdn.cboe.com',
  finra: 'https://cdn.finra.org',
  dix: 'https://squeezemetrics.com',
  yahoo: 'https://query1.finance.yahoo.com',
  constituents: 'https://raw.githubusercontent.com',
  cftc: 'https://publicreporting.cftc.gov',
  aaii: 'https://www.aaii.com',
}
const SIMULATOR_PREFIX: Record<VendorId, string> = {
  fred: 'fred',
  fred_api: 'fred-api',
  cboe: 'cboe',
  finra: 'finra',
  dix: 'dix',
  yahoo: 'yahoo',
  constituents: 'constituents',
  cftc: 'cftc',
  aaii: 'aaii',
}

/** Digits only: 0x50 and 1e4 are typing errors, not ports. */
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
const port = integer(0, 65_535)
const isProvider = (name: string): name is QuoteProviderId => QUOTE_PROVIDERS.some((known) => known === name)
const providers = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .refine((names) => names.every(isProvider), `must be a list of ${QUOTE_PROVIDERS.join(', ')}`)
  .transform((names) => names.filter(isProvider))
const secret = z.string().min(16, 'must have at least 16 characters')

/** Every variable the service reads. `.env.example` and docs/operations.md are tested against this list. */
export const ConfigSchema = z.object({
  PORT: port.default(8080).describe('where the API listens; 0 takes a free port'),
  HOST: z.string().min(1).default('127.0.0.1').describe('interface the API binds'),
  DATA_DIR: z.string().min(1).default('.data').describe('folder of the embedded Postgres and the tokens'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a Postgres server; absent: embedded'),
  AMQP_URL: z
    .url({ protocol: /^amqps?$/ })
    .optional()
    .describe('a RabbitMQ server, 3.10 or newer; absent: the Postgres broker'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('an OpenTelemetry collector that takes OTLP over HTTP; absent: spans are not exported'),
  SIMULATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('base of a running simulator; npm start brings its own'),
  SIMULATOR_PORT: port.default(9100).describe('where npm run simulator listens'),
  SIMULATOR_HOST: z.string().min(1).default('127.0.0.1').describe('interface the simulator binds'),
  SIMULATOR_SEED: integer(0, 999_999_999).default(1316).describe('which simulated world'),
  SIMULATOR_QUOTAS: z
    .stringbool()
    .default(false)
    .describe('1: the simulator refuses like the vendors do, and workers keep to their budgets'),
  FRED_API_KEY: z
    .string()
    .regex(/^[a-z0-9]{32}$/)
    .optional()
    .describe('32 lowercase letters and digits; absent: the keyless CSV'),
  AAII_DROP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('folder into which an operator puts the AAII sheet as CSV; absent: the simulator has it'),
  SCHWAB_APP_KEY: z.string().min(1).optional().describe('key of your app at the brokerage; absent: no brokerage'),
  SCHWAB_APP_SECRET: z.string().min(1).optional().describe('secret of that app'),
  SCHWAB_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("the brokerage's token file as schwab-py writes it; refreshed in place, shared by all replicas"),
  QUOTE_PROVIDERS: providers
    .default([...QUOTE_PROVIDERS])
    .describe('who is asked for live quotes and option chains, in order of preference; one without a login is skipped'),
  SOURCE_RUNS_KEEP_DAYS: z
    .union([z.literal('0').transform(Number), integer(8, 36_500)], 'must be 0 or a whole number from 8 to 36500')
    .default(30)
    .describe('days source runs are kept, at least 8 as status reads 7; 0 keeps all'),
  ADMIN_TOKEN: secret.optional().describe('bearer token of the admin routes'),
  INTERNAL_TOKEN: secret.optional().describe('bearer token of /metrics and grading internals'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('what the processes log'),
  BACKFILL_SESSIONS: integer(0, 2_520).default(300).describe('daily rows npm start computes'),
  BACKFILL_CYCLE_SESSIONS: integer(0, 60).default(6).describe('sessions of cycles npm start replays'),
})
export type Config = z.infer<typeof ConfigSchema>

/** Reads the environment once, naming every bad variable in one line each. Empty means absent. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = ConfigSchema.safeParse(given)
  if (parsed.success) return Object.freeze(parsed.data)
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new AppError('invalid', lines.join('; '))
}

/** Sources nobody can ask as things are set: AAII turns robots away, so its sheet comes from an operator or not at all. */
export const notConfigured = (config: Pick<Config, 'SIMULATOR_URL' | 'AAII_DROP_DIR'>): readonly SourceId[] =>
  config.SIMULATOR_URL || config.AAII_DROP_DIR ? [] : ['aaii']

export interface BrokerageSettings {
  credentials: { appKey: string; appSecret: string }
  tokenFile: string
}

/** Null when none is set up; half of one is a mistake. */
export function brokerageSettings(
  config: Pick<Config, 'SCHWAB_APP_KEY' | 'SCHWAB_APP_SECRET' | 'SCHWAB_TOKEN_FILE'>,
): BrokerageSettings | null {
  const { SCHWAB_APP_KEY: appKey, SCHWAB_APP_SECRET: appSecret, SCHWAB_TOKEN_FILE: tokenFile } = config
  if (appKey && appSecret && tokenFile) return { credentials: { appKey, appSecret }, tokenFile: resolve(tokenFile) }
  const missing = Object.entries({ SCHWAB_APP_KEY: appKey, SCHWAB_APP_SECRET: appSecret, SCHWAB_TOKEN_FILE: tokenFile })
  const names = missing.flatMap(([name, value]) => (value ? [] : [name]))
  if (names.length === missing.length) return null
  throw new AppError('invalid', `${names.join(', ')}: needed with the other SCHWAB_ variables`)
}

/** Where the brokerage answers, as of an instant. */
export const brokerageUrl = ({ SIMULATOR_URL }: Pick<Config, 'SIMULATOR_URL'>, at: Date): string =>
  SIMULATOR_URL ? `${SIMULATOR_URL.replace(/\/$/, '')}/at/${at.toISOString()}/schwab` : 'https://api.schwabapi.com'

/** Where a vendor answers, as of an instant: the simulator serves any instant, the real world only now. */
export function vendorBaseUrl(
  config: Pick<Config, 'SIMULATOR_URL' | 'AAII_DROP_DIR'>,
  vendor: VendorId,
  at: Date,
): string {
  if (vendor === 'aaii' && config.AAII_DROP_DIR) return pathToFileURL(resolve(config.AAII_DROP_DIR)).href
  if (!config.SIMULATOR_URL) return LIVE_BASE_URLS[vendor]
  return `${config.SIMULATOR_URL.replace(/\/$/, '')}/at/${at.toISOString()}/${SIMULATOR_PREFIX[vendor]}`
}
