import { askRun, installForRun } from './ask-run.ts'
import { startRabbitContainer } from './rabbitmq-container.ts'
import { installedRabbit, type RabbitNode, startRabbitNode } from './rabbitmq-node.ts'

/** Time limit for `beforeAll`, long enough to install the server. */
export const RABBIT_START_MS = 300_000

/** Starts a private node that the caller may kill and starve. */
export async function ownRabbit(): Promise<RabbitNode> {
  return await startRabbit(() => installForRun('rabbitmq-server'))
}

/** URL of the broker that all test files share under their own prefixes: AMQP_URL, else one started for the run. */
export const sharedRabbitUrl = (): Promise<string> => askRun('/rabbit')

/** Starts RabbitMQ from docker, else from an installed server, else installs one. */
export async function startRabbit(install: () => Promise<void>): Promise<RabbitNode> {
  const container = await startRabbitContainer()
  if (container) return container
  if (!installedRabbit()) await install()
  const sbin = installedRabbit()
  if (!sbin) throw new Error('rabbitmq-server was installed, but not where its scripts are looked for')
  return await startRabbitNode(sbin)
}
