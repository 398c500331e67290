import { z } from 'zod'
import { type Position, positionRead } from '../../pipeline/reads/position-read.ts'
import { OPTION_TYPES, POSITION_SIDES, PositionRead } from '../../shared/domain/contract/position-read.ts'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { symbolOf } from '../../shared/domain/market/tradeable.ts'
import { SNAPSHOT_KEY } from '../../shared/postgres/signals/cycle-documents.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { alertOf } from '../alerts/alert-documents.ts'
import { activeAlerts } from '../alerts/alerts-view.ts'
import { documentRoute } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { readExample } from '../openapi/read-example.ts'
import { refuseSymbol } from '../trading/market/known-symbol.ts'
import { knownSymbols, mayExist } from '../trading/market/read-quotes.ts'

const SYMBOL_RULE = 'must be a symbol such as SPY or BRK.B'
const SIDE_RULE = 'must be long or short'
const TYPE_RULE = 'must be call or put'
const EXPIRY_RULE = 'must be a date, YYYY-MM-DD'
const STRIKE_RULE = 'must be dollars above 0'

const Query = z.object({
  symbol: z
    .string(SYMBOL_RULE)
    .min(1, SYMBOL_RULE)
    .max(20, SYMBOL_RULE)
    .transform(symbolOf)
    .meta({
      description: 'the underlying, in any case; class shares with a dot or a dash (BRK.B, BRK-B)',
      override: { type: 'string', minLength: 1, maxLength: 20, example: 'SPY' },
    }),
  side: z.enum(POSITION_SIDES, SIDE_RULE).default('long').describe('long or short the stock, fund or option itself'),
  type: z
    .enum(OPTION_TYPES, TYPE_RULE)
    .optional()
    .meta({ description: 'call or put; absent: the stock or fund', example: 'call' }),
  expiry: z.iso.date(EXPIRY_RULE).optional().meta({
    description: 'expiration of the option; accepted, but relevance does not depend on it',
    example: '2026-12-18',
  }),
  strike: z
    .string(STRIKE_RULE)
    .regex(/^\d{1,6}(\.\d{1,4})?$/, STRIKE_RULE)
    .transform(Number)
    .refine((dollars) => dollars > 0, STRIKE_RULE)
    .optional()
    .meta({
      description: 'strike of the option in dollars; accepted, but relevance does not depend on it',
      override: { type: 'number', exclusiveMinimum: 0, maximum: 999_999.9999, example: 690 },
    }),
})
type Query = z.output<typeof Query>

/** Any well-formed symbol may exist while no list of members is known; afterwards an unknown one is 404. */
async function positionOf(context: ApiContext, { symbol, side, type }: Query): Promise<Position> {
  const known = await knownSymbols(context)
  if (!mayExist(symbol, known)) throw refuseSymbol()
  const { name = null, kind = null, sector = null } = known.universe.find(symbol) ?? {}
  return { symbol, name, kind, sector, side, type: type ?? null }
}

const NOTHING_READ = { alerts: [], snapshot: null }

export const positionReadRoutes = [
  documentRoute({
    path: '/api/v1/agents/position-read',
    class: 'public',
    tag: 'agents',
    summary: 'What of the market state matters to a position',
    description:
      'The active alerts and the readings that matter to a position in this symbol, each with its effect and the reason. ' +
      'Relevance follows a written rule: a symbol is exposed to categories (index, sector, volatility, credit, rates, ' +
      'oil, dollar) by its sector or fund; a short side and a put turn the effect around, and an option also depends on ' +
      'volatility itself. Ordinary readings are left out. It describes the market state and is no advice.',
    query: Query,
    errors: ['not_found'],
    response: PositionRead,
    responseDescription: 'Alerts and readings that matter, with their reasons',
    example: readExample<PositionRead>(import.meta.url, './position-read-example.json'),
    topics: ['signals', 'alerts'],
    async load(context, { query }) {
      const position = await positionOf(context, query)
      const [model, alerts] = await context.reader.read((sql) =>
        Promise.all([readModel(sql, SNAPSHOT_KEY), activeAlerts(sql)]),
      )
      const snapshot = model && SignalsSnapshot.parse(JSON.parse(model.body))
      return { value: positionRead(position, { alerts: alerts.map(alertOf), snapshot }) }
    },
    empty: (reason, _context, { query: { symbol, side, type } }) => ({
      ...positionRead({ symbol, name: null, kind: null, sector: null, side, type: type ?? null }, NOTHING_READ),
      summary: 'The market state could not be read.',
      reason,
    }),
  }),
]
