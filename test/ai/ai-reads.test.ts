import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { silentLog } from '../../shared/log.ts'
import { type NewRead, readAiRead } from '../../shared/postgres/ai/ai-reads.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { openAndStart, sweepReads } from '../../workers/schedule/ai-reads.ts'

const DAY = tradingDay('2026-11-19')
const at = (time: string, laterMs = 0) => new Date(instantAt(DAY, time).getTime() + laterMs)
const readOf = (time: string, waitsFor: string | null = null): NewRead => ({
  id: `ai1:${DAY}T${time}`,
  cycleId: `${DAY}T${time}`,
  stage: 'ai1',
  day: DAY,
  scheduledFor: at(time),
  origin: 'scheduled',
  fireKey: null,
  waitsFor,
  startsBy: at(time, 90_000),
})
const [EARLY, LATE] = [readOf('09:40'), readOf('09:50', 'a cycle')]

const database = testDatabase({ each: true })
const relay = quietRelay()
const open = (read: NewRead) =>
  relay.transaction(database.sql, async (tx) => ({
    result: null,
    messages: await openAndStart(tx, read, read.scheduledFor),
  }))
const sweep = (now: Date) => sweepReads({ sql: database.sql, relay, log: silentLog }, now)
const stateOf = async ({ id }: NewRead) => (await readAiRead(database.sql, id))?.state
const missedEvents = () => database.sql`select e.key, e.title from events as e order by e.id`

test('a read may take fifteen minutes: then it is missed, once, in one event with the reason', async () => {
  await open(EARLY)
  expect(await sweep(at('09:55'))).toEqual({ started: [], missed: [] })
  expect(await missedEvents()).toEqual([])
  expect(await sweep(at('09:55', 1))).toEqual({ started: [], missed: [EARLY.id] })
  expect(await stateOf(EARLY)).toBe('missed')
  expect(await sweep(at('09:56'))).toEqual({ started: [], missed: [] })
  expect([...(await missedEvents())]).toEqual([
    {
      key: `slot/missed/${EARLY.id}`,
      title: `Read ${EARLY.id} was missed: no worker finished it within 15 minutes.`,
    },
  ])
})

test('a read that is missed takes no other with it: one that waits in time is started', async () => {
  await open(EARLY)
  await open(LATE)
  expect(await stateOf(LATE)).toBe('waiting')
  expect(await sweep(at('09:55', 1))).toEqual({ started: [`ai:${LATE.id}#1`], missed: [EARLY.id] })
  expect([await stateOf(EARLY), await stateOf(LATE)]).toEqual(['missed', 'started'])
  expect(await missedEvents()).toHaveLength(1)
})
