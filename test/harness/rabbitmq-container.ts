import { errorMessage } from '../../shared/errors.ts'
import { freePort } from '../../shared/postgres/embedded.ts'
import type { RabbitNode } from './rabbitmq-node.ts'

const IMAGE = 'rabbitmq:4.1'

/** Null when no docker engine answers. */
export async function startRabbitContainer(): Promise<RabbitNode | null> {
  // Loaded only here: it is large, and most runs need none of it.
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers')
  try {
    await getContainerRuntimeClient()
  } catch {
    return null
  }
  try {
    // A port of our choice stays the same when the node is started again.
    const port = await freePort()
    const container = await new GenericContainer(IMAGE)
      .withExposedPorts({ container: 5672, host: port })
      .withWaitStrategy(Wait.forLogMessage('Server startup complete'))
      .start()
    return {
      url: `amqp://guest:guest@${container.getHost()}:${port}`,
      async ctl(...args) {
        const { output, exitCode } = await container.exec(['rabbitmqctl', '-q', ...args])
        if (exitCode !== 0) throw new Error(output)
        return output
      },
      // Stops with SIGKILL and starts in one step; `start` then finds it running.
      kill: () => container.restart({ timeout: 0 }),
      start: async () => {},
      stop: async () => void (await container.stop()),
    }
  } catch (error) {
    process.stdout.write(`docker answers but runs no ${IMAGE}: ${errorMessage(error)}\n`)
    return null
  }
}
