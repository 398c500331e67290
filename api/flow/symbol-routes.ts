import { z } from 'zod'
import { printDocument } from '../../pipeline/flow/index.ts'
import { FlowFocus, FlowSymbol, FlowZdte } from '../../shared/domain/contract/flow.ts'
import { type PrintSum, readPrintSums } from '../../shared/postgres/flow/flow-prints.ts'
import { readFlowSessions } from '../../shared/postgres/flow/flow-sessions.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { splitsKnown } from '../../shared/postgres/trading/corporate-actions.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { TickerPath } from '../company/ticker-parameter.ts'
import type { Route } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'
import { isKnownSymbol, refuseSymbol } from '../trading/market/known-symbol.ts'
import { type KnownFlow, keptSince, knownFlow, NO_CHAIN } from './flow-head.ts'
import { focusDocument, type KnownPrints, symbolDocument, zdteDocument } from './symbol-documents.ts'

interface FlowRoute {
  kind: 'symbol' | 'focus' | 'zdte'
  summary: string
  description: string
  response: z.ZodType
  documentOf(symbol: string, flow: KnownFlow | null, reason: string, prints: KnownPrints | null): unknown
}

const knownPrints = (rows: readonly PrintSum[]): KnownPrints | null =>
  rows.length === 0
    ? null
    : {
        document: printDocument(rows),
        newestAt: easternIso(new Date(Math.max(...rows.map(({ newestAt }) => newestAt.getTime())))),
      }

async function readFlow(sql: Db, symbol: string, now: Date): Promise<KnownFlow | null> {
  const rows = await readFlowSessions(sql, symbol)
  const [newest] = rows
  if (!newest) return null
  const splits = await splitsKnown(sql, { symbols: [symbol], upTo: newest.session, knownBy: now })
  return knownFlow(rows, splits.get(symbol) ?? [])
}

const flowRoute = ({ kind, documentOf, description, ...route }: FlowRoute): Route =>
  documentRoute({
    ...route,
    path: `/api/v1/flow/${kind}/:symbol`,
    description: `${description} Figures are those of the newest stored chain of a session. A known symbol without a chain is 200 with nulls and a reason; an unknown one is 404.`,
    class: 'public',
    tag: 'flow',
    params: z.object({ symbol: TickerPath }),
    errors: ['not_found'],
    responseDescription: 'The flow, or why there is none',
    example: readExample(import.meta.url, `./${kind}-example.json`),
    topics: ['sources'],
    async load(context, { params: { symbol } }) {
      const now = context.clock.now()
      const since = keptSince(now)
      const { flow, prints } = await context.reader.read(async (sql) => ({
        flow: await readFlow(sql, symbol, now),
        prints: kind === 'symbol' ? knownPrints(await readPrintSums(sql, symbol, since)) : null,
      }))
      if (!flow && !(await isKnownSymbol(context, symbol))) throw refuseSymbol()
      return { value: documentOf(symbol, flow, NO_CHAIN, prints) }
    },
    empty: (reason, _context, { params: { symbol } }) => documentOf(symbol, null, reason, null),
  })

export const flowSymbolRoutes = [
  flowRoute({
    kind: 'symbol',
    summary: 'What the options of a symbol traded in a session',
    description:
      'Volume and estimated premium by type, expiration and strike, open interest and its change, put/call, and the share that expires the same day, against its own earlier sessions with their number.',
    response: FlowSymbol,
    documentOf: symbolDocument,
  }),
  flowRoute({
    kind: 'focus',
    summary: 'The few contracts and expirations that matter now',
    description:
      'Contracts that traded a multiple of their open interest, that took a large share of the premium or whose open interest grew, and expirations that took most of it, each with the rule and the reason.',
    response: FlowFocus,
    documentOf: focusDocument,
  }),
  flowRoute({
    kind: 'zdte',
    summary: 'Options that expire on the day they trade',
    description:
      'Volume, estimated premium and share of the contracts that expire on the day of the session, by strike.',
    response: FlowZdte,
    documentOf: zdteDocument,
  }),
]
