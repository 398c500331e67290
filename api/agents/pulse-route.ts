import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type HeldSymbol, type PulseInput, pulse } from '../../pipeline/reads/pulse.ts'
import { PULSE_BYTES, Pulse } from '../../shared/domain/contract/pulse.ts'
import { parseInstrument, underlyingOf } from '../../shared/domain/trading/instrument.ts'
import { errorKind } from '../../shared/errors.ts'
import { eventBounds, readEvents } from '../../shared/postgres/events/events.ts'
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
import { callerAccount } from '../trading/caller.ts'
import { knownSymbols } from '../trading/market/read-quotes.ts'

/** More events than these are read in several pulses: `has_more` then says so. */
const EVENTS_MAX = 1_000
const SINCE_RULE = 'must be the cursor of a pulse or the id of an event: a whole number from 0'
const FUTURE_RULE = 'must not be greater than the newest id of the log'

const Query = z.object({
  since: z
    .string(SINCE_RULE)
    .regex(/^\d{1,15}$/, SINCE_RULE)
    .transform(Number)
    .optional()
    .meta({
      description: 'cursor of the pulse before; absent: the last 24 hours',
      override: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, example: 1_840 },
    }),
  budget: queryInteger(PULSE_BYTES, 'bytes of the body at most'),
})

type Found = Pick<PulseInput, 'events' | 'cursor' | 'gap' | 'hasMore'>

const ALL = { before: null, kinds: [] } as const

/** The newest events of the last day, for a caller without a cursor. */
async function lastDay(context: ApiContext): Promise<Found> {
  const since = new Date((await readNow(context)).getTime() - DAY_MS)
  return await context.reader.read(async (sql) => {
    // The bounds first: an event logged in between comes after the cursor.
    const bounds = await eventBounds(sql)
    const page = { ...ALL, after: null, before: (bounds?.latest ?? 0) + 1, since, limit: EVENTS_MAX }
    const newest = await readEvents(sql, page)
    return { events: newest.reverse(), cursor: bounds?.latest ?? null, gap: false, hasMore: false }
  })
}

const eventsAfter = ({ reader }: ApiContext, since: number): Promise<Found> =>
  reader.read(async (sql) => {
    const bounds = await eventBounds(sql)
    if (since > (bounds?.latest ?? 0)) throw refuseParameter('since', FUTURE_RULE)
    const found = await readEvents(sql, { ...ALL, after: since, limit: EVENTS_MAX + 1 })
    const events = found.slice(0, EVENTS_MAX)
    return {
      events,
      cursor: events.at(-1)?.id ?? since,
      gap: bounds !== null && since < bounds.beforeOldest,
      hasMore: found.length > EVENTS_MAX,
    }
  })

/** The underlyings of the positions of the caller's account; null for a caller without a token. */
async function bookOf(context: ApiContext, request: FastifyRequest): Promise<HeldSymbol[] | null> {
  if (request.caller === null) return null
  const holdings = await context.reader.read((sql) => readHoldings(sql, callerAccount(request)))
  const instruments = (holdings?.positions ?? []).flatMap(({ instrument }) => parseInstrument(instrument) ?? [])
  const { universe } = await knownSymbols(context)
  return [...new Set(instruments.map(underlyingOf))].map((symbol) => ({
    symbol,
    sector: universe.find(symbol)?.sector ?? null,
  }))
}

const NO_EVENTS: Found = { events: [], cursor: null, gap: false, hasMore: false }

export const pulseRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/agents/pulse',
    class: 'public',
    agentWelcome: true,
    tag: 'agents',
    summary: 'What changed and matters, within a budget of bytes',
    description:
      'One item for each subject that changed after the cursor, with its newest event, most material first: by severity, then ' +
      'what matters to your book (with the token of an account), then the kind (alerts and the regime, tripwires, other ' +
      'transitions, failing sources, news, slots), then the newest. The body never exceeds `budget`; what does not fit is left ' +
      'out from the least material on, and `truncated` says so. Continue with `cursor`. A cursor older than the oldest event ' +
      'kept is answered from the oldest one, with `gap: true`; one after the newest is 400.',
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
        cursor: 1_847,
        gap: false,
        hasMore: false,
        book: [{ symbol: 'SPY', sector: null }],
        budget: PULSE_BYTES.default,
      }),
    },
    async handle(context, { query: { since, budget } }, { request, reply }) {
      void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
      try {
        const [found, book] = await Promise.all([
          since === undefined ? lastDay(context) : eventsAfter(context, since),
          bookOf(context, request),
        ])
        return pulse({ ...found, book, budget })
      } catch (error) {
        if (request.caller !== null || errorKind(error) !== 'unavailable') throw error
        const reason = outageReason(error)
        void reply.header('x-reason', reason)
        return { ...pulse({ ...NO_EVENTS, cursor: since ?? null, book: null, budget }), reason }
      }
    },
  }),
]
