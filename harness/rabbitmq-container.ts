import { errorMessage } from '../shared/errors.ts'
import { freePort } from '../shared/free-port.ts'
import { eventually } from './eventually.ts'
import { answers, BOOT_WITHIN_MS, DEAD_LETTER_RETRY, type RabbitNode } from './rabbitmq-node.ts'

const IMAGE = 'rabbitmq:4.1'

/** Starts a container; null when no docker engine answers. */
export async function startRabbitContainer(): Promise<RabbitNode | null> {
  // The import is dynamic, because the package is large and most runs do not need it.
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers')
  const client = await getContainerRuntimeClient().catch(() => null)
  if (!client) return null
  try {
    // A chosen port stays the same when the node is started again.
    const port = await freePort()
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({ RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: DEAD_LETTER_RETRY })
      .withExposedPorts({ container: 5672, host: port })
      .withWaitStrategy(Wait.forLogMessage('Server startup complete'))
      .start()
    const host = container.getHost()
    // Docker's own restart would be too fast for a test to see the node away.
    const handle = client.container.getById(container.getId())
    return {
      url: `amqp://guest:guest@${host}:${port}`,
      async ctl(...args) {
        const { output, exitCode } = await container.exec(['rabbitmqctl', '-q', ...args])
        if (exitCode !== 0) throw new Error(output)
        return output
      },
      async kill() {
        await handle.kill()
        await handle.wait()
      },
      freeze: async () => void (await handle.pause()),
      thaw: async () => void (await handle.unpause()),
      async start() {
        await handle.start()
        await eventually(() => answers(port, host), { within: BOOT_WITHIN_MS })
      },
      stop: async () => void (await container.stop()),
    }
  } catch (error) {
    process.stdout.write(`docker answers but runs no ${IMAGE}: ${errorMessage(error)}\n`)
    return null
  }
}
