import { strict as assert } from 'node:assert'
import { afterEach, expect, it } from 'vitest'
import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys } from '../../harness/broker/messages.ts'
import { eventually } from '../../harness/eventually.ts'
import { type Witnessed, witness } from '../../harness/witness.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { redrive } from '../../shared/broker/redrive.ts'
import type { Backoff } from '../../shared/broker/retry.ts'
import { AppError } from '../../shared/errors.ts'
import { settled } from './conformance-delivery.ts'
import { runUntilNobodyDies } from './crash-runner.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

const QUICK = { firstMs: 200, maxMs: 800 }
/** Half of it is longer than any broker's polling, so polling cannot look like a back-off. */
const SLOW = { firstMs: 2_500, maxMs: 2_500 }
/** A retry may be this late after its back-off. */
const RETRY_SLACK_MS = 1_500

export function describeFailure(factory: TransportFactory): void {
  let world: World
  afterEach(() => world.end())

  async function failing(error: () => unknown, options: { times?: number; backoff?: Backoff } = {}) {
    const calls: number[] = []
    const worker = await world.worker()
    const handler = signalsHandler()
    await worker.stage(
      {
        ...handler,
        async handle(tx, message, prepared) {
          calls.push(performance.now())
          const messages = await handler.handle(tx, message, prepared)
          if (calls.length <= (options.times ?? Number.POSITIVE_INFINITY)) throw error()
          return messages
        },
      },
      { backoff: options.backoff ?? QUICK },
    )
    return calls
  }
  const inbox = async () => [...(await world.sql`select i.state, i.attempts, i.outages, i.error_kind from inbox as i`)]

  it('retry: comes after its back-off when a dependency is away, and only the last attempt has an effect', async () => {
    world = await openWorld(factory)
    const calls = await failing(() => new AppError('unavailable', 'the vendor is away'), { times: 2, backoff: SLOW })
    await world.publish(cycleReady('a'))
    await eventually(async () => (await world.depth('signals')).delayed === 1)
    await eventually(async () => (await world.effects('signals')).length === 1, { within: 20_000 })
    expect(calls).toHaveLength(3)
    for (const [before, call] of [calls.slice(0, 2), calls.slice(1)] as [number, number][]) {
      expect(call - before).toBeGreaterThanOrEqual(SLOW.firstMs / 2)
      expect(call - before).toBeLessThan(SLOW.firstMs + RETRY_SLACK_MS)
    }
    expect(await inbox()).toEqual([{ state: 'done', attempts: 1, outages: 2, error_kind: null }])
  })

  it('bug: a message is given up with its reason after three attempts when the handler throws or asserts', async () => {
    world = await openWorld(factory)
    const calls = await failing(() => assert.fail('the sky fell'))
    await world.publish(cycleReady('a'))
    const [letter] = await eventually(async () => {
      const letters = await world.broker.deadLetters()
      return letters.length === 1 && letters
    }).then((letters) => letters || [])
    expect(letter).toMatchObject({
      stage: 'signals',
      messageId: 'test:a#1',
      reason: 'the sky fell',
      errorKind: 'internal',
      attempts: 3,
      body: { id: 'test:a#1' },
    })
    expect(calls).toHaveLength(3)
    expect(await inbox()).toEqual([{ state: 'failed', attempts: 3, outages: 0, error_kind: 'internal' }])
    expect(await world.effects('signals')).toEqual([])
    expect(await world.depth('signals')).toMatchObject({ dead: 1, ready: 0, active: 0, delayed: 0 })
  })

  it.each(['invalid', 'not_found'] as const)(
    '%s: a message is given up at once when the handler throws this kind',
    async (kind) => {
      world = await openWorld(factory)
      const calls = await failing(() => new AppError(kind, 'cannot be'))
      await world.publish(cycleReady('a'))
      await eventually(async () => (await world.depth('signals')).dead === 1)
      expect(calls).toHaveLength(1)
      expect(await inbox()).toEqual([{ state: 'failed', attempts: 1, outages: 0, error_kind: kind }])
    },
  )

  it('conflict: a message is acknowledged without an effect when its work was already done', async () => {
    world = await openWorld(factory)
    const calls = await failing(() => new AppError('conflict', 'already reported'))
    await world.publish(cycleReady('a'))
    await eventually(async () => (await inbox()).length === 1)
    await settled(world, {})
    expect(calls).toHaveLength(1)
    expect(await inbox()).toEqual([{ state: 'done', attempts: 1, outages: 0, error_kind: 'conflict' }])
    expect(await world.effects('signals')).toEqual([])
  })

  it('redrive: a message has its effect and leaves no dead letter once the cause is repaired', async () => {
    world = await openWorld(factory)
    await failing(() => new Error('bug'), { times: 3 })
    await world.publish(cycleReady('a'))
    await eventually(async () => (await world.depth('signals')).dead === 1)
    const letters = await world.broker.deadLetters({ stage: 'signals' })
    // Two people may redrive it at the same time; it is still one message.
    await Promise.all([redrive(world, letters), redrive(world, letters)])
    await (await world.worker()).stage(reportHandler())
    await settled(world, { report: ['signals:a#1'] })
    expect(await inbox()).toEqual(Array(2).fill({ state: 'done', attempts: 1, outages: 0, error_kind: null }))
    expect(await world.broker.deadLetters()).toEqual([])
    expect(await world.effects('signals')).toEqual(['test:a#1'])
  })

  const BROKEN: [string, (envelope: object) => unknown][] = [
    ['is not a JSON object', () => '{"id": "test:c006#1", '],
    ['breaks its schema', (envelope) => ({ ...envelope, payload: { cycleId: 'c006', run: -1 } })],
    ['is of a type the stage does not know', (envelope) => ({ ...envelope, type: 'tea.ready' })],
  ]
  const parked = (attack: string, seen: Alone, deaths = 0): Witnessed => ({
    invariant: 'I-04',
    broker: factory.name,
    attack,
    deaths,
    ...seen,
  })
  it.for(BROKEN)('poison: is parked alone when it %s', async ([kind, breakIt], { task }) => {
    world = await openWorld(factory)
    await (await world.worker()).stage(signalsHandler())
    await putTwentyWithPoison(world, breakIt)
    const seen = await onlyPoisonIsDead(world, 'invalid')
    witness(task, parked(`one of 20 ${kind}`, seen))
  })

  it('poison: is parked alone when its handler throws', async ({ task }) => {
    world = await openWorld(factory)
    const handler = signalsHandler()
    const handle: typeof handler.handle = async (tx, message, prepared) => {
      if (message.payload.cycleId === 'c006') throw new Error('poison')
      return await handler.handle(tx, message, prepared)
    }
    await (await world.worker()).stage({ ...handler, handle }, { backoff: QUICK })
    await putTwentyWithPoison(world, (envelope) => envelope)
    const seen = await onlyPoisonIsDead(world, 'internal')
    witness(task, parked('one of 20 makes its handler throw', seen))
  })

  it.for([1, 16])(
    'poison: is parked alone when it kills the process that handles it, in batches of %i',
    {
      timeout: 60_000,
    },
    async (batch, { task }) => {
      world = await openWorld(factory)
      await putTwentyWithPoison(world, (envelope) => envelope)
      const deaths = await runUntilNobodyDies(world, [{ batch, killOn: 'test:c006#1' }])
      expect(deaths).toBeGreaterThanOrEqual(3)
      expect(deaths).toBeLessThanOrEqual(4)
      const seen = await onlyPoisonIsDead(world, 'internal')
      witness(task, parked(`one of 20 kills its worker${batch > 1 ? ', in batches' : ''}`, seen, deaths))
    },
  )
}

async function putTwentyWithPoison(world: World, breakIt: (envelope: object) => unknown): Promise<void> {
  for (const key of keys(20)) {
    const envelope = toEnvelope(cycleReady(key))
    await world.putRaw('signals', key === 'c006' ? breakIt(envelope) : envelope)
  }
}

type Alone = Pick<Witnessed, 'messages' | 'effects' | 'parked'>

async function onlyPoisonIsDead(world: World, errorKind: string): Promise<Alone> {
  await eventually(async () => new Set(await world.effects('signals')).size === 19, { within: 20_000 })
  await eventually(async () => (await world.depth('signals')).dead === 1, { within: 20_000 })
  const effects = await world.effects('signals')
  expect(effects).toHaveLength(19)
  expect(effects).not.toContain('test:c006#1')
  const letters = await world.broker.deadLetters()
  expect(letters.map((letter) => letter.errorKind)).toEqual([errorKind])
  expect(letters[0]!.reason).not.toBe('')
  const failed =
    await world.sql`select i.message_id from inbox as i where i.state = 'failed' and i.message_id <> 'test:c006#1'`
  expect([...failed]).toEqual([])
  return { messages: 20, effects: effects.length, parked: letters.length }
}
