import { expect, test } from 'vitest'
import { cycleReady } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { Broker, Delivery, Disposition } from '../../shared/broker/port.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { createTally } from '../../shared/broker/stage-tally.ts'
import { silentLog } from '../../shared/log.ts'

const database = testDatabase({ each: true })

/** Refuses each new row of the inbox, as Postgres does on a full disk, so that no attempt can be recorded either. */
async function fillDisk(): Promise<void> {
  await database.sql.unsafe(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on inbox execute function no_room()`)
}
const makeRoom = () => database.sql.unsafe('drop trigger full_disk on inbox')

/** A stage that handles the deliveries that the test makes. */
async function openStage() {
  const tally = createTally()
  const subscribed = Promise.withResolvers<(delivery: Delivery) => Promise<Disposition>>()
  const broker: Pick<Broker, 'subscribe'> = {
    subscribe: async (_stage, onDelivery) => {
      subscribed.resolve(onDelivery)
      return { drain: async () => {} }
    },
  }
  const deps = { sql: database.sql, relay: { handOver: () => {} }, log: silentLog, tally, broker: broker as Broker }
  const prepare = async () => undefined
  const handler = { stage: 'signals', handles: ['cycle.ready'], prepare, handle: async () => [] } as const
  await runStage(deps, { ...handler, handles: ['cycle.ready'] }, { concurrency: 1 })
  const onDelivery = await subscribed.promise
  const deliver = (key: string) =>
    onDelivery({ body: toEnvelope(cycleReady(key)), deliveryId: key, redelivered: false })
  return { deliver, refusal: () => tally.work()[0]?.refusal ?? null }
}

const delayOf = (disposition: Disposition): number => (disposition.kind === 'retry' ? disposition.delayMs : 0)

test('attempts that no row can record come at growing intervals, and the worker knows that the disk is full', async () => {
  const stage = await openStage()
  await fillDisk()
  const delays: number[] = []
  for (let attempt = 0; attempt < 8; attempt++) delays.push(delayOf(await stage.deliver('a')))
  expect(delays[0]).toBeLessThanOrEqual(1_000)
  expect(delays[4]).toBeGreaterThanOrEqual(8_000)
  expect(delays[7]).toBeGreaterThanOrEqual(30_000)
  expect(Math.max(...delays)).toBeLessThanOrEqual(60_000)
  expect(delayOf(await stage.deliver('b')), 'another message begins anew').toBeLessThanOrEqual(1_000)
  expect(stage.refusal()).toBe('full')

  await makeRoom()
  expect(await stage.deliver('a')).toEqual({ kind: 'ack' })
  expect(stage.refusal()).toBeNull()
})
