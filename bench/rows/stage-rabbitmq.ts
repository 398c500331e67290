import amqplib from 'amqplib'
import { rabbitTransportOn } from '../../harness/broker/rabbitmq-transport.ts'
import { rabbitNames } from '../../shared/broker/rabbitmq-topology.ts'
import { drainSides } from '../drain-sides.ts'
import type { RatioRow } from '../row.ts'

export const stageRabbitmq: RatioRow = {
  kind: 'ratio',
  id: 'stage-rabbitmq',
  figure: 'stage on RabbitMQ: inbox, effect, outbox, confirmed output',
  unit: 'msg/s',
  better: 'higher',
  ceiling: 'bare consume, one commit of the effect, ack',
  goal: 1,
  async open(rig) {
    const url = await rig.rabbitUrl()
    const model = await amqplib.connect(url, { noDelay: true })
    rig.defer(() => model.close())
    const channel = await model.createChannel()
    const plan = {
      open: rabbitTransportOn(async () => url),
      bareScript: 'bench/measured/drain-bare-rabbitmq.ts',
      messages: rig.quick ? 200 : 3_000,
    }
    return await drainSides(rig, plan, async (_, { workerConfig }) => {
      const names = rabbitNames(workerConfig.amqpPrefix!)
      for (const stage of ['report', 'alerts', 'tripwires'] as const) await channel.purgeQueue(names.queue(stage))
    })
  },
}
