import { expect, it } from 'vitest'
import { cycleReady } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { enqueue } from '../../shared/broker/enqueue.ts'
import { handleDelivery, type StageHandler } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'

const database = testDatabase({ each: true })

/** A stage that can handle a cycle only once the database has it. */
function stage() {
  let hasCycle = false
  const handler: StageHandler<'cycle.ready'> = {
    stage: 'signals',
    handles: ['cycle.ready'],
    handle: async () => {
      if (!hasCycle) throw new AppError('not_found', 'the cycle to compute does not exist')
      return []
    },
  }
  const deps = { sql: database.sql, relay: { handOver: () => {} }, log: silentLog }
  const deliver = async () => {
    const delivery = { body: toEnvelope(cycleReady('a')), deliveryId: '1', redelivered: false }
    return (await handleDelivery(deps, handler, delivery, {})).outcome
  }
  const open = () => database.sql.begin((tx) => enqueue(tx, [cycleReady('a')]))
  return { deliver, open, makeCycle: () => (hasCycle = true) }
}

it('a message of a past that the database lost, given up too early, is handled when its work falls due again', async () => {
  const { deliver, open, makeCycle } = stage()
  expect(await deliver()).toBe('dead')
  makeCycle()
  expect(await deliver(), 'a redelivery alone changes nothing').toBe('dead')
  expect(await open()).toHaveLength(1)
  expect(await deliver()).toBe('done')
  expect(await deliver()).toBe('duplicate')
})

it('a message that was given up stays so when its work is announced a second time', async () => {
  const { deliver, open, makeCycle } = stage()
  await open()
  expect(await deliver()).toBe('dead')
  makeCycle()
  expect(await open()).toEqual([])
  expect(await deliver()).toBe('dead')
})
