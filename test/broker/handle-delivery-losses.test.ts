import { expect, it } from 'vitest'
import { cycleReady } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { handleDelivery, type StageHandler } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { silentLog } from '../../shared/log.ts'
import { readInbox } from '../../shared/postgres/messaging/inbox.ts'
import { watchDataLoss } from '../../shared/postgres/server/data-loss-watch.ts'
import { acceptLoss, lossSentence, newestLoss, raiseSequence } from '../../shared/postgres/server/data-losses.ts'

const database = testDatabase({ each: true })
const quiet: StageHandler<'cycle.ready'> = { stage: 'signals', handles: ['cycle.ready'], handle: async () => [] }

/** A worker that checks for losses only when a test triggers it. */
function watched() {
  const losses = watchDataLoss(database.sql, { name: 'worker', raises: false, log: silentLog })
  losses.stop()
  return { losses, deps: { sql: database.sql, relay: { handOver: () => {} }, log: silentLog, losses } }
}

it('a stage that moves money waits while a failover with losses is not accepted, and every other stage continues', async () => {
  const { losses, deps } = watched()
  let number = 0
  const handle = async (movesMoney?: true) => {
    const body = toEnvelope({ ...cycleReady('a'), id: `test:${++number}#1` })
    const handler = movesMoney ? { ...quiet, movesMoney } : quiet
    return await handleDelivery(deps, handler, { body, deliveryId: '1', redelivered: false }, {})
  }
  expect(await handle(true)).toMatchObject({ outcome: 'done' })
  await database.sql`
    insert into data_losses (noticed_by, timeline, seen_number, found_number) values ('api', '00000001', 7, 5)`
  expect(await handle(true)).toMatchObject({ outcome: 'retry', reason: expect.stringContaining('failover accept') })
  expect(await readInbox(database.sql, { messageId: 'test:2#1', stage: 'signals' })).toMatchObject({ attempts: 0 })
  expect(await handle()).toMatchObject({ outcome: 'done' })
  await database.sql.begin(acceptLoss)
  await losses.look()
  expect(await handle(true)).toMatchObject({ outcome: 'done' })
})

it('a message that a stage has handled is a loss when another server does not know it', async () => {
  const { losses, deps } = watched()
  await losses.look()
  for (const id of ['kept', 'lost']) {
    const body = toEnvelope({ ...cycleReady('a'), id: `test:${id}#1` })
    await handleDelivery(deps, quiet, { body, deliveryId: '1', redelivered: false }, {})
  }
  // Another process has noticed that the server is another one, which lacks the newest commit.
  await database.sql`delete from inbox as i where i.message_id = 'test:lost#1'`
  await database.sql`
    insert into data_losses (noticed_by, timeline, seen_number, found_number) values ('api', '00000001', 7, 5)`
  await losses.look()
  const loss = await newestLoss(database.sql)
  expect(loss?.lostWrites).toEqual([{ kind: 'message', id: 'test:lost#1', stage: 'signals' }])
  expect(lossSentence(loss!)).toMatch(/: 1 handled message$/)
})

it('a database that is seconds behind is said to lack all that was handled since, each trade once', async () => {
  const { losses, deps } = watched()
  const raised = async () => {
    await raiseSequence(database.sql, 0)
    await losses.look()
  }
  const handled = async (id: string) => {
    const body = toEnvelope({ ...cycleReady('a'), id: `test:${id}#1` })
    await handleDelivery(deps, quiet, { body, deliveryId: '1', redelivered: false }, {})
  }
  await raised()
  await handled('kept')
  await raised()
  await handled('first')
  const trade = { kind: 'trade', id: '00000000-0000-4000-8000-000000000001' } as const
  losses.note({ ...trade, status: 'pending' })
  losses.note({ ...trade, status: 'executed' })
  await raised()
  await handled('second')
  await raised()

  // A standby that had replayed the changes before the second number replaces the primary.
  await database.sql`delete from inbox as i where i.message_id in ('test:first#1', 'test:second#1')`
  await database.sql`update service_sequence set number = 2`
  await losses.look()
  const loss = (await newestLoss(database.sql))!
  expect(loss.lostWrites).toEqual([
    { ...trade, status: 'executed' },
    { kind: 'message', id: 'test:first#1', stage: 'signals' },
    { kind: 'message', id: 'test:second#1', stage: 'signals' },
  ])
  expect(lossSentence(loss)).toContain('among it 1 trade and 2 handled messages')
})
