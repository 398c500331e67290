import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel, ChannelModel, GetMessage, Options } from 'amqplib'
import { z } from 'zod'
import { AppError, errorMessage } from '../errors.ts'
import { contentName, messageIdOf } from './body.ts'
import type { DeadLetter, LetterFilter, Move } from './port.ts'
import { destroy, rabbitNodes } from './rabbitmq-connect.ts'
import { bodyOf, brokerDeath, headersOf, Millis, nowMs, READY_AT, type Received } from './rabbitmq-content.ts'
import type { Publisher } from './rabbitmq-publish.ts'
import type { RabbitServers } from './rabbitmq-servers.ts'
import { DELIVERY_LIMIT, type Names, quietChannel } from './rabbitmq-topology.ts'
import type { StageName } from './topology.ts'
import { uuidV5 } from './uuid-v5.ts'

const LIST_MAX = 1_000
/** More than will ever be parked, and still little memory. */
const REDRIVE_MAX = 10_000
const LOCK_WITHIN_MS = 10_000
const LOCK_AGAIN_MS = 50
/** A quorum queue forgets some of more than 32 quick acknowledgements when the channel closes, and those letters come back. */
const LOOKS_MAX = 10

const DeathHeaders = z.object({
  reason: z.string(),
  'error-kind': z.string(),
  attempts: z.int().min(0).max(1_000_000),
  'died-at': Millis,
})

/** Headers recorded on a dead letter, in addition to its unchanged content. */
export function deadOptions(move: Extract<Move, { kind: 'dead' }>, message: Received): Options.Publish {
  const { reason, errorKind, attempts } = move
  const headers = { reason, 'error-kind': errorKind, attempts, 'died-at': nowMs() }
  const body = bodyOf(message)
  return { messageId: messageIdOf(body) ?? contentName(body), headers }
}

export interface DeadLetters {
  list(filter: LetterFilter): Promise<DeadLetter[]>
  redrive(letters: readonly DeadLetter[]): Promise<void>
  drop(letters: readonly DeadLetter[]): Promise<void>
}

export function createDeadLetters(servers: RabbitServers, names: Names, publisher: Publisher): DeadLetters {
  const queuesOf = (stage: StageName, max: number) => ({ dead: names.dead(stage), lock: names.deadLock(stage), max })
  return {
    async list({ stage, limit = 100, oldestFirst = false }) {
      const found = new Map<string, DeadLetter>()
      // A queue returns inspected messages in any order, so only reading all of them finds the oldest.
      const max = oldestFirst ? REDRIVE_MAX : LIST_MAX
      await withReader(servers, async (model) => {
        for (const own of stage === undefined ? names.stages : [stage]) {
          await readDead(model, queuesOf(own, max), async (messages) => {
            for (const letter of messages.map((message) => letterOf(message, own))) {
              const copy = found.get(letter.id)
              if (!copy || copy.diedAt < letter.diedAt) found.set(letter.id, letter)
            }
          })
        }
      })
      const ascending = [...found.values()].sort((a, b) => a.diedAt.getTime() - b.diedAt.getTime())
      return (oldestFirst ? ascending : ascending.reverse()).slice(0, Math.min(limit, LIST_MAX))
    },
    /** Two people who redrive the same letter send it once: the second no longer finds it. */
    redrive: (letters) =>
      eachOf(letters, async (message, { id, messageId, stage }, isFirst) => {
        // A crash between this and the acknowledgement leaves both: a duplicate, which the inbox drops.
        if (isFirst) await sendAgain(publisher, names.queue(stage), message, messageId ?? id)
      }),
    drop: (letters) => eachOf(letters, async () => {}),
  }

  /** Works on each chosen letter that is still there, and acknowledges it then; copies of a letter are not the first. */
  async function eachOf(
    letters: readonly DeadLetter[],
    work: (message: GetMessage, letter: DeadLetter, isFirst: boolean) => Promise<void>,
  ): Promise<void> {
    await withReader(servers, async (model) => {
      for (const stage of new Set(letters.map((letter) => letter.stage))) {
        const wanted = new Map(letters.filter((letter) => letter.stage === stage).map(({ id, diedAt }) => [id, diedAt]))
        const seen = new Set<string>()
        let found = 1
        for (let look = 1; look <= LOOKS_MAX && found > 0; look += 1) {
          found = 0
          await readDead(model, queuesOf(stage, REDRIVE_MAX), async (messages, channel) => {
            for (const message of messages) {
              const letter = letterOf(message, stage)
              const chosen = wanted.get(letter.id)
              // One that was sent again and has died again since is a new letter.
              if (chosen === undefined || letter.diedAt > chosen) continue
              await work(message, letter, !seen.has(letter.id))
              seen.add(letter.id)
              found += 1
              channel.ack(message)
            }
          })
        }
      }
    })
  }
}

async function sendAgain(publisher: Publisher, queue: string, { content }: Received, messageId: string): Promise<void> {
  const options = { messageId, headers: { [READY_AT]: nowMs() } }
  const taken = await publisher.send({ exchange: '', key: queue, content, options })
  if (!taken) throw new AppError('internal', `redrive: there is no queue ${queue}`)
}

/** Uses a connection of its own: if this process ends, the broker puts back what was not acknowledged. */
async function withReader(servers: RabbitServers, work: (model: ChannelModel) => Promise<void>): Promise<void> {
  let model: ChannelModel | null = null
  try {
    model = (await rabbitNodes(servers).connect(`market-state dead letters ${process.pid}`)).model
    await work(model)
    await model.close()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', `dead letters: ${errorMessage(cause)}`, { cause })
  } finally {
    if (model) destroy(model)
  }
}

/**
 * Fetches instead of counting, since a fetch sees what an earlier reader has put back. All messages are held before the
 * first is worked on, so that one which is sent again and dies again meanwhile is not taken for its own duplicate. Those
 * that were not acknowledged go back at the end; a second reader would not see them, so it waits for the lock.
 */
async function readDead(
  model: ChannelModel,
  queue: { dead: string; lock: string; max: number },
  work: (messages: readonly GetMessage[], channel: Channel) => Promise<void>,
): Promise<void> {
  const release = await lockReader(model, queue.lock)
  const channel = await quietChannel(model)
  const held: GetMessage[] = []
  while (held.length < queue.max) {
    const message = await channel.get(queue.dead)
    if (!message) break
    held.push(message)
  }
  await work(held, channel)
  channel.nackAll(true)
  // The broker answers this after it has read everything before it.
  await channel.close()
  await release()
}

/** An exclusive queue belongs to one connection and ends with it: a lock that cannot be left behind. */
async function lockReader(model: ChannelModel, name: string): Promise<() => Promise<void>> {
  const until = performance.now() + LOCK_WITHIN_MS
  for (;;) {
    // The broker closes the channel when it refuses.
    const channel = await quietChannel(model)
    try {
      await channel.assertQueue(name, { exclusive: true, durable: false, autoDelete: true })
      return async () => {
        await channel.deleteQueue(name)
        await channel.close()
      }
    } catch (error) {
      if (performance.now() > until) throw new AppError('unavailable', `${name}: ${errorMessage(error)}`)
      await sleep(LOCK_AGAIN_MS)
    }
  }
}

function letterOf(message: GetMessage, stage: StageName): DeadLetter {
  const body = bodyOf(message)
  const messageId = messageIdOf(body)
  const id = uuidV5(`dead/${stage}/${contentName(body)}`)
  const headers = DeathHeaders.safeParse(headersOf(message)).data
  if (headers) {
    const { reason, attempts } = headers
    return {
      id,
      stage,
      messageId,
      reason,
      errorKind: headers['error-kind'],
      attempts,
      diedAt: new Date(headers['died-at']),
      body,
    }
  }
  const death = brokerDeath(message)
  const reason = `${death?.reason ?? 'unknown'}: its worker died each time, before it could record why`
  const diedAt = death?.at ?? new Date(0)
  return { id, stage, messageId, reason, errorKind: 'internal', attempts: DELIVERY_LIMIT + 1, diedAt, body }
}
