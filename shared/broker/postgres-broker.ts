import type { JobInsert } from 'pg-boss'
import { within } from '../deadline.ts'
import type { Envelope } from '../domain/contract/messages.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { openPool } from '../postgres/server/db.ts'
import { type Listener, listen } from '../postgres/server/listen.ts'
import type { Broker, Subscription } from './port.ts'
import { type Consumer, consume } from './postgres-consumer.ts'
import { dropDeadLetters, listDeadLetters, readDepths, redriveLetters } from './postgres-dead-letters.ts'
import { type Poll, startPoll } from './postgres-poll.ts'
import { queryJobs, readyQueues, startBoss } from './postgres-queues.ts'
import { startSupervision } from './postgres-supervise.ts'
import { BINDINGS, type Bindings, boundStages, routingKey, type StageName, stagesFor } from './topology.ts'
import { uuidV5 } from './uuid-v5.ts'

const PUBLISH_WITHIN_MS = 5_000
const QUERY_WITHIN_MS = 5_000
const STOP_WITHIN_MS = 5_000
/** Our own channel, since pg-boss does not publish the name of its own; the payload names the stages. */
const CHANNEL = 'broker_ready'

/** The database as broker: pg-boss stores the queues, NOTIFY makes delivery fast, polling makes it reliable. */
export async function connectPostgresBroker(
  databaseUrl: string,
  { log, bindings = BINDINGS }: { log: Log; bindings?: Bindings },
): Promise<Broker> {
  const boss = await startBoss(databaseUrl, log, boundStages(bindings))
  const supervision = startSupervision(boss, log)
  const listenPool = openPool(databaseUrl, { max: 1, name: 'broker-listen', withoutTypes: true })
  let listener: Listener | null = null
  let poll: Poll | null = null
  const consumers = new Map<Consumer, StageName>()
  const wake = (stages: readonly string[] | null) => {
    for (const [consumer, stage] of consumers) if (!stages || stages.includes(stage)) consumer.wake()
  }
  /** Called by the first subscription: a command that only publishes needs no connection for it. */
  const startListening = () =>
    listen(listenPool, CHANNEL, {
      onPayload: (payload) => wake(payload.split(' ')),
      onListening: () => wake(null),
      log,
    })

  const startPolling = () =>
    startPoll({
      log,
      stages: () => [...new Set(consumers.values())],
      findReady: (stages) => readyQueues(boss.getDb(), stages),
      wake,
      onLinkBack: () => listener?.reconnect(),
    })

  /** Only a hint: a message whose hint is missed is found by the poll. */
  async function announce(stages: Iterable<StageName>): Promise<void> {
    const payload = [...stages].join(' ')
    if (payload !== '') await queryJobs(boss.getDb(), 'select pg_notify($1, $2)', [CHANNEL, payload])
  }

  /** One insert per queue. If one of them fails, all are published again; job ids drop the duplicates. */
  async function insert(jobs: Map<StageName, Map<string, JobInsert>>): Promise<void> {
    await Promise.all([...jobs].map(([stage, byId]) => boss.insert(stage, [...byId.values()])))
    await announce(jobs.keys())
  }

  return {
    kind: 'postgres',
    async publish(envelopes) {
      const jobs = jobsOf(envelopes, bindings)
      try {
        await within(PUBLISH_WITHIN_MS, 'publish', insert(jobs))
      } catch (cause) {
        throw new AppError('unavailable', `publish: ${errorMessage(cause)}`, { cause })
      }
    },
    async subscribe(stage, onDelivery, { concurrency }): Promise<Subscription> {
      listener ??= startListening()
      poll ??= startPolling()
      // A connection that only listens never notices a lost link; a consumer that fetches does.
      const onLinkBack = () => listener?.reconnect()
      const consumer = consume({ boss, log, stage, concurrency, onDelivery, onLinkBack })
      consumers.set(consumer, stage)
      return {
        async drain() {
          consumers.delete(consumer)
          await consumer.drain()
        },
      }
    },
    depths: () => within(QUERY_WITHIN_MS, 'depths', readDepths(boss)),
    // A full disk of Postgres refuses the writes of every worker, which report it by themselves.
    alarm: () => null,
    deadLetters: (filter = {}) => within(QUERY_WITHIN_MS, 'dead letters', listDeadLetters(boss, filter)),
    dropDead: (letters) => dropDeadLetters(boss, letters),
    // Its queues are rows of the same database; there is nothing that could be missing.
    repair: () => Promise.resolve(),
    async redrive(letters) {
      await announce(await redriveLetters(boss, letters))
    },
    async close() {
      supervision.stop()
      await Promise.all([poll?.stop(), ...[...consumers.keys()].map((consumer) => consumer.drain())])
      consumers.clear()
      await listener?.close()
      await listenPool.end({ timeout: 1 })
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS })
    },
  }
}

/** Job ids derive from message and stage: a message published twice is one job while pg-boss keeps the first. */
function jobsOf(envelopes: readonly Envelope[], bindings: Bindings): Map<StageName, Map<string, JobInsert>> {
  const jobs = new Map<StageName, Map<string, JobInsert>>()
  for (const envelope of envelopes) {
    const key = routingKey(envelope)
    const stages = stagesFor(key, bindings)
    if (stages.length === 0) throw new AppError('internal', `no stage takes ${key} (message ${envelope.id})`)
    for (const stage of stages) {
      const id = uuidV5(`${stage}/${envelope.id}`)
      const ofStage = jobs.get(stage) ?? new Map<string, JobInsert>()
      jobs.set(stage, ofStage.set(id, { id, data: envelope }))
    }
  }
  return jobs
}
