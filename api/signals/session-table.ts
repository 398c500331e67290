import { SESSIONS_KEY } from '../../shared/domain/contract/base-rates.ts'
import { SessionTable } from '../../shared/domain/contract/condition.ts'
import { readModel, readModelVersion } from '../../shared/postgres/signals/read-models.ts'
import type { ApiContext } from '../http/context.ts'

export interface SessionTableReader {
  /** The newest one; null before the first. Rejects as unavailable while Postgres cannot say whether it is. */
  read(): Promise<SessionTable | null>
  /** The last one that was read, however old. */
  last(): SessionTable | null
}

/** Holds the newest table parsed: a request costs one look at its version, not half a megabyte. */
export function sessionTableReader({ reader }: ApiContext): SessionTableReader {
  let held: { version: string; table: SessionTable } | null = null
  return {
    async read() {
      const version = await reader.read((sql) => readModelVersion(sql, SESSIONS_KEY))
      if (version === null) return null
      if (held?.version === version) return held.table
      const model = await reader.read((sql) => readModel(sql, SESSIONS_KEY))
      if (!model) return null
      const table = SessionTable.parse(JSON.parse(model.body))
      // Named by the version seen before: one stored in between is read again by the next request.
      held = { version, table }
      return table
    },
    last: () => held?.table ?? null,
  }
}
