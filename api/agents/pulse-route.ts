import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type PulseInput, pulse } from '../../pipeline/reads/pulse.ts'
import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { PULSE_BYTES, Pulse } from '../../shared/domain/contract/pulse.ts'
import { parseInstrument, underlyingOf } from '../../shared/domain/trading/instrument.ts'
import { errorKind } from '../../shared/errors.ts'
import { customAlertMetrics } from '../../shared/postgres/alerts/custom-alerts.ts'
import { eventBounds, PUBLIC_LOG, readEvents } from '../../shared/postgres/events/events.ts'
import { readHoldings } from '../../shared/postgres/trading/holdings.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { outageReason } from '../database/outage-reason.ts'
import { readNow } from '../database/service-time.ts'
import { EXAMPLE_EVENTS } from '../events/events-document.ts'
import type { ApiContext } from '../http/context.ts'
import { refuseParameter } from '../http/errors.ts'
import { queryInteger } from '../http/parameters.ts'
import { handlerRoute } from '../http/route.ts'
import { accountEvents } from '../trading/accounts/events-route.ts'
import { callerAccount } from '../trading/caller.ts'
import { knownSymbols } from '../trading/market/read-quotes.ts'

/** More events than these are read in several pulses: `has_more` is then true. */
const EVENTS_MAX = 1_000
const SINCE_RULE = 'must be the cursor of a pulse or the id of an event: a whole number from 0'
const FUTURE_RULE = 'must not be greater than the newest id of the log'
const CURSOR = /^(\d{1,15})(?:\.(\d{1,15}))?$/

/** The end of the pulse before, in the public log and in that of the account. */
interface Since {
  public: number
  account: number | null
}

const Query = z.object({
  since: z
    .string(SINCE_RULE)
    .regex(CURSOR, SINCE_RULE)
    .transform((text): Since => {
      const [, ofPublic, ofAccount] = CURSOR.exec(text)!
      return { public: Number(ofPublic), account: ofAccount === undefined ? null : Number(ofAccount) }
    })
    .optional()
    .meta({
      description: 'cursor of the pulse before; absent: the last 24 hours',
      override: {
        anyOf: [
          { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 },
          { type: 'string', pattern: CURSOR.source },
        ],
        example: 1_840,
      },
    }),
  budget: queryInteger(PULSE_BYTES, 'maximum size of the body, in bytes'),
})

interface Found {
  events: LoggedEvent[]
  /** The newest id read; null while the log is empty. */
  cursor: number | null
  gap: boolean
  hasMore: boolean
}

const ALL = { before: null, kinds: [] } as const

/** The newest events of the last day, for a caller without a cursor. */
async function lastDay(context: ApiContext, log: string): Promise<Found> {
  const since = new Date((await readNow(context)).getTime() - DAY_MS)
  return await context.reader.read(async (sql) => {
    // The bounds are read first: an event logged in between comes after the cursor.
    const bounds = await eventBounds(sql, log)
    const page = { ...ALL, log, after: null, before: (bounds?.latest ?? 0) + 1, since, limit: EVENTS_MAX }
    const newest = await readEvents(sql, page)
    return { events: newest.reverse(), cursor: bounds?.latest ?? null, gap: false, hasMore: false }
  })
}

const eventsAfter = ({ reader }: ApiContext, log: string, since: number): Promise<Found> =>
  reader.read(async (sql) => {
    const bounds = await eventBounds(sql, log)
    if (since > (bounds?.latest ?? 0)) throw refuseParameter('since', FUTURE_RULE)
    const found = await readEvents(sql, { ...ALL, log, after: since, limit: EVENTS_MAX + 1 })
    const events = found.slice(0, EVENTS_MAX)
    return {
      events,
      cursor: events.at(-1)?.id ?? since,
      gap: bounds !== null && since < bounds.beforeOldest,
      hasMore: found.length > EVENTS_MAX,
    }
  })

const read = (context: ApiContext, log: string, since: number | null | undefined): Promise<Found> =>
  since == null ? lastDay(context, log) : eventsAfter(context, log, since)

type HeldSymbol = NonNullable<PulseInput['book']>['symbols'][number]

/** The underlyings of the positions of an account. */
async function heldBy(context: ApiContext, accountId: number): Promise<HeldSymbol[]> {
  const holdings = await context.reader.read((sql) => readHoldings(sql, accountId))
  const instruments = (holdings?.positions ?? []).flatMap(({ instrument }) => parseInstrument(instrument) ?? [])
  const { universe } = await knownSymbols(context)
  return [...new Set(instruments.map(underlyingOf))].map((symbol) => ({
    symbol,
    sector: universe.find(symbol)?.sector ?? null,
  }))
}

const REASON_CHARS_MAX = 70
const UNREADABLE = 'the events cannot be read now'
const NO_METRICS: ReadonlyMap<string, string> = new Map()

/**
 * The pulse reports what changed for everybody; with the token of an account also what happened there and what matters
 * to its book.
 */
async function whatChanged(
  context: ApiContext,
  request: FastifyRequest,
  since: Since | undefined,
): Promise<Omit<PulseInput, 'budget'>> {
  const ofMarket = read(context, PUBLIC_LOG, since?.public)
  if (request.caller === null) return { ...(await ofMarket), book: null, metrics: NO_METRICS }
  const accountId = callerAccount(request)
  const [market, account, symbols, metrics] = await Promise.all([
    ofMarket,
    read(context, accountEvents(accountId).log, since?.account),
    heldBy(context, accountId),
    context.reader.read(customAlertMetrics),
  ])
  return {
    events: market.events,
    cursor: `${market.cursor ?? 0}.${account.cursor ?? 0}`,
    gap: market.gap || account.gap,
    hasMore: market.hasMore || account.hasMore,
    book: { symbols, events: account.events },
    metrics,
  }
}

export const pulseRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/agents/pulse',
    class: 'public',
    agentWelcome: true,
    tag: 'agents',
    summary: 'What changed and matters, within a budget of bytes',
    description:
      'One item for each subject that changed after the cursor, with its newest event, most material first: by ' +
      'the worst severity since the cursor, then what matters to your book, then the kind (maintenance calls, alerts ' +
      'and the regime, settlements, verdicts, picks of the screener, tripwires, other transitions, fills, failing ' +
      'sources, news, slots), then the newest. With the token of an account it also reads the log of that account, and `book` names ' +
      'the positions that an item matters to. The body never exceeds `budget`; the least material items are left out ' +
      'first, and `truncated` is then true. Continue with `cursor`. A cursor older than the oldest stored event is ' +
      'answered from that event on, with `gap: true`; a cursor beyond the newest event is 400.',
    query: Query,
    rate: 'costly',
    response: {
      status: 200,
      description: 'The pulse',
      contentType: JSON_TYPE,
      schema: Pulse,
      headers: ['X-Reason'],
      example: pulse({
        events: EXAMPLE_EVENTS.toReversed(),
        cursor: '1847.31',
        gap: false,
        hasMore: false,
        book: { symbols: [{ symbol: 'SPY', sector: null }], events: [] },
        metrics: NO_METRICS,
        budget: PULSE_BYTES.default,
      }),
    },
    async handle(context, { query: { since, budget } }, { request, reply }) {
      void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
      try {
        return pulse({ ...(await whatChanged(context, request, since)), budget })
      } catch (error) {
        if (request.caller !== null || errorKind(error) !== 'unavailable') throw error
        const reason = outageReason(error)
        void reply.header('x-reason', reason)
        const cursor = since?.public ?? null
        const empty = pulse({ events: [], cursor, gap: false, hasMore: false, book: null, metrics: NO_METRICS, budget })
        // The smallest budget has room for this many bytes; the header states the full text.
        return { ...empty, reason: reason.length <= REASON_CHARS_MAX ? reason : UNREADABLE }
      }
    },
  }),
]
