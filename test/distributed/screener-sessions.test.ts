import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../harness/database.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import type { RabbitNode } from '../../harness/rabbitmq-node.ts'
import { isLong } from '../../harness/run-environment.ts'
import {
  type Decided,
  decidedIn,
  driveSessions,
  evictions,
  lastSessions,
  locksOutsideRuns,
} from '../workers/support/screener-sessions.ts'
import { type Death, type FleetShape, sessionsInProcesses } from './screener-fleet.ts'
import { TRANSPORTS } from './transports.ts'

const DAYS = lastSessions(isLong ? 60 : 6)
/** With the funds, two batches a run, so that workers share it. */
const NAMES = 80
const LIMIT_MS = isLong ? 3_600_000 : 300_000

/** One copy of several dies while batches are read, and all of them while the run is decided. */
const DEATHS: readonly Death[] = [
  { session: 2, slot: 'am', table: 'screener_scans', who: 'oldest' },
  { session: 4, slot: 'pm', table: 'screener_records', who: 'all' },
]
/** In a long run some process dies in every fifth session. */
const MANY_DEATHS = DAYS.flatMap((_day, session): Death[] =>
  session % 5 === 2 ? DEATHS.map((death) => ({ ...death, session: death.session === 2 ? session : session + 2 })) : [],
)
const SHAPES: readonly FleetShape[] = (isLong ? [1, 2, 4] : [3]).map((workers) => ({
  workers,
  deaths: isLong ? MANY_DEATHS : DEATHS,
  names: NAMES,
}))

let alone: Decided
beforeAll(async () => {
  const database = await freshDatabase()
  try {
    await driveSessions(database.sql, DAYS, { workers: 1, deaths: 0, names: NAMES })
    alone = await decidedIn(database.sql)
  } finally {
    await database.drop()
  }
}, LIMIT_MS)

describe.each(TRANSPORTS)(`${DAYS.length} sessions in worker processes on $name`, (transport) => {
  let node: RabbitNode | null = null
  beforeAll(async () => {
    node = await transport.startNode()
  }, RABBIT_START_MS)
  afterAll(() => node?.stop(), RABBIT_START_MS)

  test.each(SHAPES)(
    '$workers workers that are killed at work lock the same picks byte for byte',
    async (shape) => {
      const database = await freshDatabase()
      try {
        const died = await sessionsInProcesses(database, node, DAYS, shape)
        expect(died).toBe(shape.deaths.reduce((sum, { who }) => sum + (who === 'all' ? shape.workers : 1), 0))
        const decided = await decidedIn(database.sql)
        expect(decided.text).toBe(alone.text)
        expect(decided.rows.filter(({ slot }) => slot !== null).length).toBeGreaterThan(5)
        expect(locksOutsideRuns(decided)).toEqual([])
        expect(evictions(decided)).toEqual([])
      } finally {
        await database.drop()
      }
    },
    LIMIT_MS,
  )
})
