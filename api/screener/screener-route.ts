import type { z } from 'zod'
import { ARCHETYPE_IDS } from '../../shared/domain/contract/screener-ids.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { documentRoute } from '../cache/document-route.ts'
import type { Route } from '../http/route.ts'

export const NO_RUN = 'no run of the screener has been decided yet; runs are at 10:30 and 17:30 Eastern'

export const ARCHETYPE_RULE = `must be one of ${ARCHETYPE_IDS.join(', ')}`

interface ScreenerRoute {
  path: string
  summary: string
  description: string
  /** The read model that the stage `screener` wrote. */
  document: string
  response: z.ZodType
  responseDescription: string
  example: unknown
  empty(reason: string): unknown
  /** The reason why there is no document yet; absent: no run was decided. */
  noDocument?: string
  query?: z.ZodObject
  /** Takes the served part out of the stored document; absent: the stored bytes are served. */
  derive?(stored: never, query: never): unknown
}

/** A document of the newest run. Any failure is a 200 with the empty document and its reason. */
export const screenerRoute = ({ document, empty, derive, noDocument = NO_RUN, ...basics }: ScreenerRoute): Route =>
  documentRoute({
    ...basics,
    class: 'public',
    tag: 'screener',
    topics: ['screener'],
    async load({ reader }, { query }) {
      const found = await reader.read((sql) => readModel(sql, document))
      if (!found) return { value: empty(noDocument) }
      const { body, traceparent } = found
      return derive
        ? { value: derive(JSON.parse(body) as never, query as never), traceparent }
        : { text: body, traceparent }
    },
    empty,
  })

/** Members of every document that has no content. */
export const nothing = (reason: string) => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  reason,
})
