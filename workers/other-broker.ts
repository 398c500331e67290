import type { Config } from '../shared/config.ts'
import type { Log } from '../shared/log.ts'
import { recordedBroker } from '../shared/postgres/messaging/stage-depths.ts'
import type { Db } from '../shared/postgres/server/db.ts'

/** A scheduler that lives looks at the stages more often. */
const LIVING_S = 60

/**
 * Warns of a worker that waits at another broker than the living schedulers: it would get no message and still count as a
 * worker of its stages. It is not refused, because a service that changes its broker replaces one process after another.
 */
export async function warnOfOtherBroker(sql: Db, { AMQP_URL }: Pick<Config, 'AMQP_URL'>, log: Log): Promise<void> {
  const schedulers = await recordedBroker(sql)
  const own = AMQP_URL ? 'rabbitmq' : 'postgres'
  if (!schedulers || schedulers.kind === own || schedulers.secondsAgo > LIVING_S) return
  const remedy = own === 'postgres' ? 'set AMQP_URL to the broker of the schedulers' : 'unset AMQP_URL'
  log.warn({ own, schedulers: schedulers.kind, remedy }, 'other_broker_than_schedulers')
}
