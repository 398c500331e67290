import type { z } from 'zod'
import type { Db } from '../../shared/postgres/server/db.ts'
import { cycleDocument } from '../../shared/postgres/signals/cycle-documents.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { readNow } from '../database/service-time.ts'
import type { ApiContext } from '../http/context.ts'
import type { Route, Tag } from '../http/route.ts'
import { AsOfQuery, locateCycle, locatedCycle } from './as-of.ts'
import { documentRoute } from './document-route.ts'

const NONE_YET = 'no snapshot has been computed yet'
const NONE_BEFORE = 'no cycle had been computed by then'
const NOT_KEPT = 'the cycle of that time has no such document'

interface CycleRoute {
  path: string
  tag: Tag
  summary: string
  description: string
  /** The read model of the newest cycle; also the key under which every cycle stores its document. */
  document: string
  response: z.ZodType
  responseDescription: string
  example: unknown
  empty(reason: string): unknown
  /** Takes the served part out of the document; absent: the stored bytes are served. */
  derive?(stored: unknown): unknown
  /** Fills the members of the newest document that depend on the time of reading; past documents keep their own time. */
  refresh?(stored: unknown, now: Date): unknown
  /** Members that the newest document gets from rows of a later time; a past document stays as it was stored. */
  beside?(sql: Db, stored: unknown): Promise<object>
}

/** A document of the newest cycle, or with `as_of` of the newest cycle known by an instant. */
export function cycleRoute({ document, empty, derive, refresh, beside, ...basics }: CycleRoute): Route {
  const find = async ({ reader }: ApiContext, located: string | null) => {
    if (located === null) return (await reader.read((sql) => readModel(sql, document))) ?? NONE_YET
    const cycle = locatedCycle(located)
    if (!cycle) return NONE_BEFORE
    return (await reader.read((sql) => cycleDocument(sql, cycle, document))) ?? NOT_KEPT
  }
  return documentRoute({
    ...basics,
    class: 'public',
    query: AsOfQuery,
    topics: ['signals'],
    locate: (context, { query }) => locateCycle(context, query),
    async load(context, _input, located) {
      const found = await find(context, located)
      if (typeof found === 'string') return { value: empty(found) }
      const { body, traceparent } = found
      if (refresh && located === null) {
        return { value: refresh(JSON.parse(body), await readNow(context)), traceparent }
      }
      if (beside && located === null) {
        const stored: object = JSON.parse(body)
        const added = await context.reader.read((sql) => beside(sql, stored))
        if (derive) return { value: { ...(derive(stored) as object), ...added }, traceparent }
        return { text: JSON.stringify({ ...stored, ...added }), traceparent }
      }
      return derive ? { value: derive(JSON.parse(body)), traceparent } : { text: body, traceparent }
    },
    empty,
  })
}
