import { vendorsOff } from '../../pipeline/sources/vendors-off.ts'
import { alpacaSettings, alpacaUrl, type Config, sourceSetup, userAgent, vendorBaseUrl } from '../config.ts'
import type { QuoteProviderId } from '../domain/market/market-quote.ts'
import { AppError } from '../errors.ts'
import type { Clock } from '../time/clock.ts'
import { alpacaProvider } from './alpaca-provider.ts'
import type { Brokerage } from './brokerage.ts'
import { cboeProvider } from './cboe-provider.ts'
import type { QuoteProvider, Spend } from './quote-provider.ts'
import { schwabProvider } from './schwab-provider.ts'

export interface ProviderDeps {
  config: Config
  /** Null if none is configured. */
  brokerage: Brokerage | null
  clock: Clock
  /** 0 if a request may be made now, otherwise the milliseconds to wait. */
  takeToken(vendor: QuoteProviderId): Promise<number>
}

/** Requests of a vendor's budget reserved for ingest, which must not starve when many clients read quotes. */
export const RESERVED_FOR_INGEST: Record<QuoteProviderId, number> = { cboe: 12, schwab: 0, alpaca: 0 }
/** The same as seen by a replica: a crowd that reads chains must not leave the quotes worker without a request either. */
export const RESERVED_FOR_WORKERS: Record<QuoteProviderId, number> = { cboe: 12, schwab: 20, alpaca: 30 }

/**
 * The usable providers of the setting, in its order. A service with simulated data but without a simulator has none,
 * because real prices must not mix with simulated data.
 */
export function openProviders({ config, brokerage, clock, takeToken }: ProviderDeps): {
  providers: QuoteProvider[]
  close(): Promise<void>
} {
  const live = config.SOURCES === 'live'
  if (!live && !config.SIMULATOR_URL) return { providers: [], close: async () => {} }
  // As in ingest, quotas of the simulator are a setting and off by default.
  const metered = live || config.SIMULATOR_QUOTAS
  const spend =
    (vendor: QuoteProviderId): Spend =>
    async () => {
      const mayAsk = !metered || (await takeToken(vendor)) === 0
      if (!mayAsk) throw new AppError('unavailable', `the request budget of ${vendor} is used up for now`)
    }
  const cboe = cboeProvider({
    baseUrl: () => vendorBaseUrl(config, 'cboe', clock.now()),
    userAgent: userAgent(config),
    clock,
    spend: spend('cboe'),
  })
  const settings = alpacaSettings(config)
  const alpaca =
    settings &&
    alpacaProvider({ ...settings, baseUrl: () => alpacaUrl(config, clock.now()), clock, spend: spend('alpaca') })
  const known: Record<QuoteProviderId, QuoteProvider | null> = {
    schwab: brokerage && schwabProvider(brokerage, spend('schwab')),
    alpaca,
    // A live service may use Cboe only if its terms are accepted.
    cboe: vendorsOff(sourceSetup(config)).has('cboe') ? null : cboe,
  }
  const providers = config.QUOTE_PROVIDERS.flatMap((id) => known[id] ?? [])
  return { providers, close: async () => void (await Promise.all([cboe.close(), alpaca?.close()])) }
}
