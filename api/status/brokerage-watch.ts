import { within } from '../../shared/deadline.ts'
import type { LiveQuote } from '../../shared/domain/market/market-quote.ts'
import { AppError, errorMessage } from '../../shared/errors.ts'
import type { Brokerage, ClientHealth } from '../../shared/market/brokerage.ts'
import { isLoginNeeded } from '../../shared/market/schwab-session.ts'
import type { TokenState } from '../../shared/market/token-state.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import type { ApiLimits } from '../http/limits.ts'
import { isOpen } from './report-freshness.ts'

const SYMBOL = 'SPY'
/** Undelayed SPY trades every second; this allows for the simulator's minute and a slow start. */
const QUOTE_AGE_MS_MAX = 5 * 60_000

export type DataState = 'unknown' | 'flowing' | 'failing' | 'not_configured'

/** The state of the brokerage at a moment. */
export interface BrokerageReading {
  status: 'healthy' | 'token_ok_client_failing' | 'unknown' | 'not_configured' | TokenState
  tokenState: TokenState | 'unknown' | 'not_configured'
  dataState: DataState
  /** Null when all is well. */
  reason: string | null
  tokenExpiresAt: Date | null
  quote: LiveQuote | null
  health: ClientHealth
}

const NO_CLIENT: ClientHealth = {
  initialized: false,
  consecutiveFailures: 0,
  secondsSinceSuccess: null,
  refreshFailing: false,
  alarm: false,
  rebuilds: 0,
}

export const NOT_CONFIGURED: BrokerageReading = {
  status: 'not_configured',
  tokenState: 'not_configured',
  dataState: 'not_configured',
  reason: 'no brokerage credentials are configured',
  tokenExpiresAt: null,
  quote: null,
  health: NO_CLIENT,
}

const unknown = (reason: string): BrokerageReading => ({
  ...NOT_CONFIGURED,
  status: 'unknown',
  tokenState: 'unknown',
  dataState: 'unknown',
  reason,
})

export interface BrokerageWatch {
  /** Probes the brokerage, or shares a probe of the last seconds; never rejects, and ends within its deadline. */
  look(now: Date | null): Promise<BrokerageReading>
  /** The last reading, with the current health of the client. */
  last(): BrokerageReading
}

interface WatchDeps {
  /** Null: none is configured. A promise while the client is starting. */
  brokerage: Brokerage | null | Promise<Brokerage | null>
  limits: Pick<ApiLimits, 'probeDeadlineMs' | 'probeReuseMs'>
  /** Counts a probe against the vendor's budget, which it shares with others; absent: it has none. */
  onProbe?: () => void
  nowMs?: () => number
}

interface Probe {
  dataState: DataState
  reason: string | null
  quote: LiveQuote | null
}

/** Probes by a live quote at request time; simultaneous callers and those of the next seconds share one. */
export function watchBrokerage({
  brokerage: given,
  limits,
  onProbe = () => {},
  nowMs = () => performance.now(),
}: WatchDeps): BrokerageWatch {
  let brokerage: Brokerage | null | undefined = given instanceof Promise ? undefined : given
  if (given instanceof Promise) {
    given.then(
      (opened) => {
        brokerage = opened
      },
      () => {},
    )
  }
  let probing: Promise<Probe> | null = null
  let probed: { probe: Probe; of: Date; untilMs: number } | null = null
  let reading: BrokerageReading = brokerage === null ? NOT_CONFIGURED : unknown('the brokerage has not been probed yet')

  async function probe(of: Brokerage, now: Date): Promise<Probe> {
    onProbe()
    try {
      const asked = of.quotes([SYMBOL], AbortSignal.timeout(limits.probeDeadlineMs))
      const quote = (await within(limits.probeDeadlineMs, 'the brokerage', asked)).get(SYMBOL) ?? null
      if (!quote) throw new AppError('unavailable', `the brokerage has no quote of ${SYMBOL}`)
      const reason = oldQuote(quote, now)
      return { dataState: reason ? 'failing' : 'flowing', reason, quote }
    } catch (error) {
      // There was no request without a login, so the state of the data is unknown.
      if (isLoginNeeded(error)) return { dataState: 'unknown', reason: errorMessage(error), quote: null }
      return { dataState: 'failing', reason: safeMessage(error), quote: null }
    }
  }

  function sharedProbe(of: Brokerage, now: Date): Promise<Probe> {
    // A commanded clock may have moved on by hours within these seconds.
    const isOfNow = probed !== null && Math.abs(now.getTime() - probed.of.getTime()) <= limits.probeReuseMs
    if (probed && isOfNow && nowMs() < probed.untilMs) return Promise.resolve(probed.probe)
    probing ??= probe(of, now)
      .then((found) => {
        probed = { probe: found, of: now, untilMs: nowMs() + limits.probeReuseMs }
        return found
      })
      .finally(() => {
        probing = null
      })
    return probing
  }

  return {
    async look(now) {
      if (brokerage === null) return NOT_CONFIGURED
      if (brokerage === undefined) return unknown('the client of the brokerage has not been started yet')
      if (now === null) return unknown('service time is not known yet')
      const [token, found] = await Promise.all([brokerage.token(now), sharedProbe(brokerage, now)])
      const status = combine(token.state, found.dataState)
      reading = {
        status,
        tokenState: token.state,
        dataState: found.dataState,
        reason: found.dataState === 'flowing' ? token.reason : status === token.state ? token.reason : found.reason,
        tokenExpiresAt: token.expiresAt,
        quote: found.quote,
        health: brokerage.health(),
      }
      return reading
    },
    last: () => (brokerage ? { ...reading, health: brokerage.health() } : reading),
  }
}

/** Flowing data are healthy, whatever the state of the token. */
function combine(token: TokenState, data: DataState): BrokerageReading['status'] {
  if (data === 'flowing') return 'healthy'
  if (token !== 'valid' && token !== 'expiring') return token
  return data === 'failing' ? 'token_ok_client_failing' : 'unknown'
}

function oldQuote(quote: LiveQuote, now: Date): string | null {
  const openFor = new Date(now.getTime() - QUOTE_AGE_MS_MAX)
  const isJudged = isOpen(now) && isOpen(openFor)
  return isJudged && quote.quotedAt < openFor ? `the newest quote is of ${easternIso(quote.quotedAt)}` : null
}

/** Our own messages contain no secret; a library's message might. */
const safeMessage = (error: unknown): string => (error instanceof AppError ? error.message : 'the client failed')
