import { randomBytes } from 'node:crypto'
import { freePort } from '../../shared/postgres/server/embedded.ts'
import { installForRun } from '../rabbitmq.ts'
import { installedRabbit, type RabbitNode, startRabbitNode } from '../rabbitmq-node.ts'

export interface RabbitCluster {
  nodes: readonly RabbitNode[]
  /** The URLs of all nodes, as AMQP_URL takes them. */
  url: string
  stop(): Promise<void>
}

/** Nodes find each other by their configuration; a part without the majority pauses itself. */
const clusterLines = (names: readonly string[]): string[] => [
  'cluster_formation.peer_discovery_backend = classic_config',
  ...names.map((name, at) => `cluster_formation.classic_config.nodes.${at + 1} = ${name}`),
  'cluster_formation.randomized_startup_delay_range.min = 0',
  'cluster_formation.randomized_startup_delay_range.max = 1',
  'cluster_partition_handling = pause_minority',
  'queue_leader_locator = balanced',
  // A frozen node is given up after this many seconds instead of sixty.
  'net_ticktime = 10',
]

/** Starts throw-away nodes on loopback as one cluster, in the place of an operator's machines. */
export async function startRabbitCluster(size = 3): Promise<RabbitCluster> {
  if (!installedRabbit()) await installForRun('rabbitmq-server')
  const sbin = installedRabbit()
  if (!sbin) throw new Error('rabbitmq-server was installed, but not where its scripts are looked for')
  const tag = randomBytes(3).toString('hex')
  const names = Array.from({ length: size }, (_, at) => `c${at + 1}${tag}@localhost`)
  const shared = { epmd: await freePort(), cookie: randomBytes(12).toString('hex'), lines: clusterLines(names) }
  const nodes = await Promise.all(names.map((nodename) => startRabbitNode(sbin, { nodename, ...shared })))
  return {
    nodes,
    url: nodes.map(({ url }) => url).join(','),
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}
