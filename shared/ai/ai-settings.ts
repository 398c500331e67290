import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { listPrice, type TokenPrices } from './model-prices.ts'

export interface AiSettings {
  provider: 'anthropic' | 'openai-compatible'
  model: string
  /** True for the simulator's analyst, whose texts are marked so. */
  simulated: boolean
  apiKey: string | null
  /** The endpoint at an instant of service time; null: the provider's own. */
  baseUrl(at: Date): string | null
  prices: TokenPrices
  limitMicro: number
  timeoutMs: number
}

const SIMULATED_MODEL = 'simulated-analyst'
const MICRO = 1_000_000

type AiConfig = Pick<
  Config,
  | 'AI_PROVIDER'
  | 'AI_BASE_URL'
  | 'AI_API_KEY'
  | 'AI_MODEL'
  | 'AI_PRICE_IN'
  | 'AI_PRICE_OUT'
  | 'AI_DAILY_LIMIT_USD'
  | 'AI_TIMEOUT_MS'
  | 'SIMULATOR_URL'
  | 'SOURCES'
>

/** The LLM that the service calls; null where none is configured. Throws where the variables do not fit together. */
export function aiSettings(config: AiConfig): AiSettings | null {
  const limits = { limitMicro: Math.round(config.AI_DAILY_LIMIT_USD * MICRO), timeoutMs: config.AI_TIMEOUT_MS }
  const { AI_PROVIDER: provider } = config
  if (!provider) {
    const stray = (['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'] as const).find((name) => config[name] !== undefined)
    if (stray) throw new AppError('invalid', `${stray}: set AI_PROVIDER too, to anthropic or openai-compatible`)
    return simulatedAnalyst(config, limits)
  }
  const { AI_MODEL: model, AI_BASE_URL: url, AI_API_KEY: apiKey } = config
  if (!model) throw new AppError('invalid', 'AI_MODEL: required with AI_PROVIDER')
  if (provider === 'anthropic' && !apiKey) throw new AppError('invalid', 'AI_API_KEY: required for anthropic')
  if (provider === 'openai-compatible' && !url)
    throw new AppError('invalid', 'AI_BASE_URL: required for openai-compatible')
  if (url && (new URL(url).username !== '' || new URL(url).password !== ''))
    throw new AppError('invalid', 'AI_BASE_URL: contains a login; set the key as AI_API_KEY')
  const prices = pricesOf(model, config)
  return { provider, model, simulated: false, apiKey: apiKey ?? null, baseUrl: () => url ?? null, prices, ...limits }
}

function simulatedAnalyst(
  { SOURCES, SIMULATOR_URL, AI_PRICE_IN = 0, AI_PRICE_OUT = 0 }: AiConfig,
  limits: Pick<AiSettings, 'limitMicro' | 'timeoutMs'>,
): AiSettings | null {
  if (SOURCES !== 'simulated' || !SIMULATOR_URL) return null
  const root = SIMULATOR_URL.replace(/\/$/, '')
  return {
    provider: 'openai-compatible',
    model: SIMULATED_MODEL,
    simulated: true,
    apiKey: null,
    baseUrl: (at) => `${root}/at/${at.toISOString()}/analyst/v1`,
    prices: { in: AI_PRICE_IN, out: AI_PRICE_OUT },
    ...limits,
  }
}

function pricesOf(model: string, { AI_PRICE_IN, AI_PRICE_OUT }: AiConfig): TokenPrices {
  const known = listPrice(model)
  const [priceIn, priceOut] = [AI_PRICE_IN ?? known?.in, AI_PRICE_OUT ?? known?.out]
  if (priceIn !== undefined && priceOut !== undefined) return { in: priceIn, out: priceOut }
  throw new AppError(
    'invalid',
    `AI_MODEL: the price of ${model} is not known; set AI_PRICE_IN and AI_PRICE_OUT in dollars a million tokens (0 for a local model)`,
  )
}
