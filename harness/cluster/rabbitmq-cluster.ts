import { randomBytes } from 'node:crypto'
import { freePort } from '../../shared/free-port.ts'
import { installForRun } from '../ask-run.ts'
import { installedRabbit, type RabbitNode, startRabbitNode } from '../rabbitmq-node.ts'

export interface RabbitCluster {
  nodes: readonly RabbitNode[]
  /** The URLs of all nodes, as AMQP_URL takes them. */
  url: string
  /** The node that leads a queue. */
  leaderOf(queue: string): Promise<RabbitNode>
  /** Takes the node's links to the others away, and none of those to clients; `rejoin` gives them back. */
  cutOff(node: RabbitNode): Promise<void>
  rejoin(node: RabbitNode): Promise<void>
  /** Restarts all nodes, one after the other, each once the one before is back. */
  restartEach(): Promise<void>
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

interface RabbitNodes {
  nodes: readonly RabbitNode[]
  stop(): Promise<void>
}

/** Starts throw-away nodes on loopback one after the other, each with lines of configuration of its own. */
export async function startRabbitNodes(
  size: number,
  linesOf: (names: readonly string[]) => readonly (readonly string[])[],
): Promise<RabbitNodes> {
  const { sbin, names, shared } = await prepare(size)
  const nodes: RabbitNode[] = []
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())))
  try {
    for (const [at, lines] of linesOf(names).entries())
      nodes.push(await startRabbitNode(sbin, { nodename: names[at]!, ...shared, lines }))
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, stop }
}

async function prepare(size: number) {
  if (!installedRabbit()) await installForRun('rabbitmq-server')
  const sbin = installedRabbit()
  if (!sbin) throw new Error('rabbitmq-server was installed, but not where its scripts are looked for')
  const tag = randomBytes(3).toString('hex')
  const names = Array.from({ length: size }, (_, at) => `c${at + 1}${tag}@localhost`)
  return { sbin, names, shared: { epmd: await freePort(), cookie: randomBytes(12).toString('hex') } }
}

/** Starts throw-away nodes on loopback as one cluster, in the place of an operator's machines. */
export async function startRabbitCluster(size = 3): Promise<RabbitCluster> {
  const { sbin, names, shared } = await prepare(size)
  const lines = clusterLines(names)
  const nodes = await Promise.all(names.map((nodename) => startRabbitNode(sbin, { nodename, ...shared, lines })))
  const evaluate = (node: RabbitNode, expression: string) => node.ctl('eval', `${expression}.`)
  return {
    nodes,
    url: nodes.map(({ url }) => url).join(','),
    async leaderOf(queue) {
      const leader = new Map(await leaders(nodes)).get(queue)
      return nodes[names.indexOf(leader ?? '')]!
    },
    // A node refuses every client with another cookie; there is no firewall between them.
    cutOff: async (node) =>
      void (await evaluate(node, '[begin erlang:set_cookie(N, none), erlang:disconnect_node(N) end || N <- nodes()]')),
    rejoin: async (node) =>
      void (await evaluate(
        node,
        `[erlang:set_cookie(N, erlang:get_cookie()) || N <- ['${names.join("', '")}'], N /= node()]`,
      )),
    async restartEach() {
      for (const node of nodes) {
        await node.ctl('stop')
        await node.kill()
        await node.start()
        await node.ctl('await_online_nodes', String(size))
      }
    },
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}

/** The queues of the service with the name of the node that leads each, as the first node sees them. */
export async function leaders(nodes: readonly RabbitNode[]): Promise<[queue: string, node: string][]> {
  const text = await nodes[0]!.ctl('list_queues', 'name', 'leader')
  return text
    .split('\n')
    .map((line) => line.split('\t') as [string, string])
    .filter(([queue]) => queue.startsWith('market.'))
}
