import { afterEach, expect, it } from 'vitest'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys } from '../../harness/broker/messages.ts'
import { eventually } from '../../harness/eventually.ts'
import { witness } from '../../harness/witness.ts'
import { redriveOutages } from '../../shared/broker/redrive-outages.ts'
import { silentLog } from '../../shared/log.ts'
import { waitingStages } from '../../shared/postgres/messaging/inbox.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

const QUICK = { firstMs: 20, maxMs: 50 }
/** Longer than the eight attempts after which a message was once parked. */
const OUTAGES = 12

/** Messages are not parked during an outage, however long it is. */
export function describeOutage(factory: TransportFactory): void {
  let world: World
  afterEach(() => world.end())

  it('full disk: messages wait longer than any back-off, and all have their effect when it ends', {
    timeout: 60_000,
  }, async ({ task }) => {
    world = await openWorld(factory)
    await world.sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`
    await world.sql`create trigger refuse before insert on effects for each row execute function refuse()`
    await (await world.worker()).stage(signalsHandler(), { backoff: QUICK })
    const sent = keys(5).map(cycleReady)
    await world.publish(...sent)
    await eventually(async () => {
      const [row] = await world.sql`select min(i.outages) as least, count(*)::int as rows from inbox as i`
      return row!.rows === sent.length && row!.least >= OUTAGES
    })
    expect(await world.broker.deadLetters()).toEqual([])
    // No message waits unnoticed: status counts what has waited for more than five minutes.
    expect(await waitingStages(world.sql, 300)).toEqual([])
    await world.sql`update inbox set first_seen = first_seen - interval '6 min'`
    expect(await waitingStages(world.sql, 300)).toEqual([{ stage: 'signals', messages: sent.length }])
    await world.sql`drop trigger refuse on effects`
    const ended = performance.now()
    await eventually(async () => (await world.effects('signals')).length === sent.length)
    const recoveredMs = performance.now() - ended
    expect((await world.effects('signals')).sort()).toEqual(sent.map(({ id }) => id))
    expect(await world.broker.deadLetters()).toEqual([])
    const figures = { messages: sent.length, effects: sent.length, parked: 0, recoveredMs }
    witness(task, { invariant: 'I-05', broker: factory.name, attack: 'Postgres has a full disk', ...figures })
  })

  it('parked by an outage: an earlier version’s letters are sent again, others stay for a person', async () => {
    world = await openWorld(factory)
    const [away, broken] = [cycleReady('away'), cycleReady('broken')]
    const parking = await world.broker.subscribe(
      'signals',
      async ({ body }) => {
        const errorKind = (body as { id: string }).id === away.id ? 'unavailable' : 'internal'
        return { kind: 'dead', reason: errorKind, errorKind, attempts: 8 }
      },
      { concurrency: 1 },
    )
    await world.publish(away, broken)
    await eventually(async () => (await world.depth('signals')).dead === 2)
    await parking.drain()
    await world.sql`
      insert into inbox (message_id, stage, state, attempts, outages, error_kind)
      values (${away.id}, 'signals', 'failed', 0, 8, 'unavailable'), (${broken.id}, 'signals', 'failed', 3, 0, 'internal')`
    const deps = { sql: world.sql, broker: world.broker, log: silentLog }
    expect(await redriveOutages(deps)).toBe(1)
    expect(await redriveOutages(deps)).toBe(0)
    await (await world.worker()).stage(signalsHandler())
    await eventually(async () => (await world.effects('signals')).length === 1)
    expect(await world.effects('signals')).toEqual([away.id])
    expect((await world.broker.deadLetters()).map(({ messageId }) => messageId)).toEqual([broken.id])
  })
}
