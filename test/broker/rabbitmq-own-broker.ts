import { ownRabbit } from '../harness/rabbitmq.ts'
import type { RabbitNode } from '../harness/rabbitmq-node.ts'
import { rabbitTransportOn } from './rabbitmq-transport.ts'
import type { OwnBroker } from './transport.ts'

const ENOUGH = ['absolute', '512MiB']

/** A node of the test's own, which it may kill and starve; effects stay in the run's database. */
export async function ownRabbitBroker(): Promise<OwnBroker & { node: RabbitNode }> {
  const node = await ownRabbit()
  return {
    node,
    open: rabbitTransportOn(async () => node.url),
    databaseUrl: null,
    kill: () => node.kill(),
    start: () => node.start(),
    /** Raises a memory alarm: the node stops reading from publishers, and still delivers what it holds. */
    refuse: async () => void (await node.ctl('set_vm_memory_high_watermark', '0.00001')),
    accept: async () => void (await node.ctl('set_vm_memory_high_watermark', ...ENOUGH)),
    remove: () => node.stop(),
  }
}
