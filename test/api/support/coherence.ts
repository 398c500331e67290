import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts'
import { saveReadModel } from '../../../shared/postgres/signals/read-models.ts'
import { saveSnapshot } from '../../../shared/postgres/signals/snapshots.ts'
import { type TestDeps, testApi } from './api.ts'
import { NOW } from './seed.ts'
import { snapshot } from './snapshot.ts'

export const SCHEDULED = '2026-11-20T15:30:00Z'

interface Row {
  check: string
  subject: string
  severity: string
  message: string
  measured: Record<string, unknown>
}

export async function readCoherence(app: FastifyInstance) {
  const response = await app.inject('/api/v1/coherence')
  expect(response.statusCode).toBe(200)
  return response.json() as { rows: Row[]; summary: Record<string, number>; as_of: string; reason?: string }
}

/** An empty service that has run for 18 days, again for each test of a file. */
export function emptyService() {
  let db: TestDatabase
  beforeEach(async () => {
    db = await freshDatabase()
    await db.sql`
      insert into service_time (real_origin, service_origin, speed, since, last_seen)
      values (clock_timestamp(), ${NOW}, 0, '2026-11-02T12:00:00Z', ${NOW})`
  })
  afterEach(() => db.drop())

  const replica = (deps: TestDeps = {}): Promise<FastifyInstance> =>
    testApi(db.url, { limits: { documentAgeMs: 0, probeReuseMs: 0 }, ...deps })

  return {
    get db() {
      return db
    },
    replica,
    async rowsOf(check: string, deps: TestDeps = {}): Promise<Row[]> {
      return (await readCoherence(await replica(deps))).rows.filter((row) => row.check === check)
    },
    /** Stores a snapshot and, unless told otherwise, the document that is served. */
    async store(asOf: string, changes: Parameters<typeof snapshot>[0] = {}, { serve = true } = {}): Promise<void> {
      const document = snapshot({ as_of: asOf, ...changes })
      await db.sql`
        insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
        values (${document.cycle_id}, ${SCHEDULED}, ${['fred']}, ${asOf}, 'computed', ${asOf}, 'scheduled', ${SCHEDULED})
        on conflict do nothing`
      await saveSnapshot(db.sql, document, 1)
      if (!serve) return
      await saveReadModel(db.sql, {
        key: 'signals/latest',
        contentType: 'application/json',
        body: JSON.stringify(document),
        asOf: new Date(asOf),
        run: 1,
      })
    },
  }
}
