import { z } from 'zod'
import {
  FLOW_BASES,
  FLOW_CHANGES_KEPT_DAYS,
  type FlowChange,
  FlowTape,
  LARGE_FLOW_EVENTS_MAX,
} from '../../shared/domain/contract/flow.ts'
import { PRINT_SIDES } from '../../shared/domain/market/option-print.ts'
import { isTapeOfPrints, readFlowChanges, type StoredFlowChange } from '../../shared/postgres/flow/flow-changes.ts'
import { newestLargeFlow } from '../../shared/postgres/flow/flow-large.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { daysBetween } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { TickerPath } from '../company/ticker-parameter.ts'
import { queryInteger } from '../http/parameters.ts'
import { readExample } from '../openapi/read-example.ts'
import { isKnownSymbol, refuseSymbol } from '../trading/market/known-symbol.ts'
import { basisOf, keptSince, noteOf, UNKNOWN_OF_CHANGE, UNKNOWN_OF_PRINT } from './flow-head.ts'

const TYPE_RULE = 'must be call or put'
const SIDE_RULE = 'must be ask, bid, mid or unknown'
const BASIS_RULE = 'must be prints or chain_changes'
const CURSOR_RULE = 'must be the next_before of an earlier page'
const CURSOR = /^(\d{1,14})-(\d{1,15})$/
const PREMIUM_MAX = 999_999_999_999

const NO_SIDES = 'the side of a trade is not known without prints, so no row has one'
const NO_ROWS = 'no change of these filters is stored'

const Query = z.object({
  symbol: TickerPath.optional(),
  type: z
    .enum(['call', 'put'], TYPE_RULE)
    .optional()
    .meta({ description: 'only this right; absent: both', example: 'call' }),
  side: z.enum(PRINT_SIDES, SIDE_RULE).optional().meta({
    description: 'only prints that were initiated at this side; without prints no row has one',
    example: 'ask',
  }),
  basis: z.enum(FLOW_BASES, BASIS_RULE).optional().meta({
    description: 'prints, or changes of chains; absent: prints where the newest session has any',
    example: 'prints',
  }),
  min_premium: queryInteger({ min: 0, max: PREMIUM_MAX, default: 0 }, 'minimum premium, dollars'),
  before: z.string(CURSOR_RULE).regex(CURSOR, CURSOR_RULE).optional().meta({
    description: 'next_before of the page before: only older rows',
    example: '1795212000000-1840',
  }),
  limit: queryInteger({ min: 1, max: 500, default: 100 }, 'maximum number of rows'),
})

function cursorOf(text: string | undefined): { at: Date; id: number } | null {
  const [, at, id] = CURSOR.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id: Number(id) }
}

const changeOf = (row: StoredFlowChange): FlowChange => ({
  id: row.id,
  symbol: row.underlying,
  session: row.session,
  basis: basisOf(row.isPrint),
  at: easternIso(row.quotedAt),
  since: row.since && easternIso(row.since),
  known_at: easternIso(row.knownAt),
  type: row.type,
  strike: row.strike,
  expiration: row.expiration,
  days_to_expiration: daysBetween(row.session, row.expiration),
  volume: row.volume,
  session_volume: row.sessionVolume,
  open_interest: row.openInterest,
  open_interest_change: row.openInterestChange,
  price: Number(row.price.toFixed(4)),
  premium: row.premium,
  spot: row.spot,
  side: row.side,
  opens: row.opens,
  is_multi_leg: row.isMultiLeg,
})

type LargeFlow = Awaited<ReturnType<typeof newestLargeFlow>>

/** `found` may hold one row more than the limit, which means that there are older ones. */
function tapeDocument(
  found: readonly StoredFlowChange[],
  { limit, whyEmpty, large, isPrints }: { limit: number; whyEmpty: string; large: LargeFlow; isPrints: boolean },
): FlowTape {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = found.length > limit
  return {
    basis: basisOf(isPrints),
    basis_note: noteOf(isPrints),
    as_of: rows[0] ? easternIso(rows[0].quotedAt) : null,
    changes: rows.map(changeOf),
    count: rows.length,
    next_before: hasMore && last ? `${last.quotedAt.getTime()}-${last.id}` : null,
    has_more: hasMore,
    retention_days: FLOW_CHANGES_KEPT_DAYS,
    large: large && { ...large, logged: Math.min(large.found, LARGE_FLOW_EVENTS_MAX) },
    reason: rows.length === 0 ? whyEmpty : null,
    reasons: isPrints ? UNKNOWN_OF_PRINT : UNKNOWN_OF_CHANGE,
  }
}

export const flowTapeRoutes = [
  documentRoute({
    path: '/api/v1/flow/tape',
    class: 'public',
    // Its filters make countless pages, of which the largest takes the event loop for 40 ms.
    rate: 'costly',
    tag: 'flow',
    summary: 'Large trades of options, or the contracts whose volume grew most, newest first',
    description:
      'Where a vendor of prints is configured, each print from ten thousand dollars, newest first. Otherwise, ' +
      'labelled `chain_changes`, the hundred contracts with the largest estimated premium since the chain before, ' +
      'for each chain that was stored, from ten thousand dollars. For back-filled sessions, the ten largest. Newest ' +
      'chain first, largest premium first within a chain. `next_before` leads to the next older page.',
    query: Query,
    errors: ['not_found'],
    response: FlowTape,
    responseDescription: 'A page of the tape',
    example: readExample<FlowTape>(import.meta.url, './tape-example.json'),
    topics: ['sources'],
    async load(context, { query: { symbol, type, side, basis, min_premium: premiumMin, before, limit } }) {
      if (symbol !== undefined && !(await isKnownSymbol(context, symbol))) throw refuseSymbol()
      const page = {
        symbol: symbol ?? null,
        type: type ?? null,
        side: side ?? null,
        premiumMin,
        since: keptSince(context.clock.now()),
        before: cursorOf(before),
        limit: limit + 1,
      }
      const { found, large, isPrints } = await context.reader.read(async (sql) => {
        const wanted = basis === undefined ? await isTapeOfPrints(sql, page) : basis === 'prints'
        return {
          large: await newestLargeFlow(sql),
          found: await readFlowChanges(sql, { ...page, isPrint: wanted }),
          isPrints: wanted,
        }
      })
      const whyEmpty = side === undefined || isPrints ? NO_ROWS : NO_SIDES
      return { value: tapeDocument(found, { limit, whyEmpty, large, isPrints }) }
    },
    empty: (reason, _context, { query: { limit } }) =>
      tapeDocument([], { limit, whyEmpty: reason, large: null, isPrints: false }),
  }),
]
