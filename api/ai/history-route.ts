import { z } from 'zod'
import { documentRoute } from '../cache/document-route.ts'
import { readExample } from '../openapi/read-example.ts'
import { emptyHistory, HistoryAnswer, historyDocument, LIMIT_MAX } from './history-document.ts'
import { historyRows } from './history-view.ts'

const LIMIT_DEFAULT = 60
const RULE = 'must be a whole number from 1 on; above 200 counts as 200'

/** Every limit above 200 becomes one value, so that the cache holds one document for all of them. */
const limit = z
  .string(RULE)
  .regex(/^(?!0+$)\d{1,9}$/, RULE)
  .transform((text) => Math.min(Number(text), LIMIT_MAX + 1))
  .default(LIMIT_DEFAULT)
  .meta({
    description: 'number of cycles, newest first; above 200 it is served as 200 and `reason` says so',
    override: { type: 'integer', minimum: 1, default: LIMIT_DEFAULT },
  })

export const historyRoutes = [
  documentRoute({
    path: '/api/v1/ai2/history',
    class: 'public',
    tag: 'ai',
    summary: 'Past AI cycles and how they came out',
    description:
      'The cycles of the AI read, newest first: what AI-1 described, the deterministic verdict of AI-2 and, where an ' +
      'LLM is configured, its own beside it with direction and idea. `grades` shows how the claims came out, and ' +
      '`twin` whether the LLM has done better than the deterministic verdict of the same cycles. Cycles marked ' +
      '`backfill` are of simulated months and are never part of the grades.',
    query: z.object({ limit }),
    response: HistoryAnswer,
    responseDescription: 'Cycles, grades and the twin; empty lists with a reason before the first cycle',
    example: readExample(import.meta.url, './history-example.json'),
    topics: ['ai'],
    answersOverload: true,
    async load(context, { query }) {
      const served = Math.min(query.limit, LIMIT_MAX)
      const rows = await context.verdictReader.read((sql) => historyRows(sql, served))
      return { value: historyDocument(rows, { limit: served, isCut: query.limit > LIMIT_MAX }) }
    },
    empty: (reason, _context, { query }) => emptyHistory(reason, Math.min(query.limit, LIMIT_MAX)),
  }),
]
