import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { errorMessage } from '../../shared/errors.ts'
import { startRabbitContainer } from './rabbitmq-container.ts'
import { installedRabbit, installRabbit, type RabbitNode, startRabbitNode } from './rabbitmq-node.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the run's one RabbitMQ is asked for; the first to ask has it started. */
    rabbitControl: string
  }
}

/** For `beforeAll`: long enough to install the server. */
export const RABBIT_START_MS = 300_000

/** A node of the caller's own, to kill and to starve: docker, else what is installed. */
export async function ownRabbit(): Promise<RabbitNode> {
  const container = await startRabbitContainer()
  if (container) return container
  if (!installedRabbit()) installRabbit()
  const sbin = installedRabbit()
  if (!sbin) throw new Error('rabbitmq-server was installed, but not where its scripts are looked for')
  return await startRabbitNode(sbin)
}

/** The broker all test files share, each under its own prefix: AMQP_URL's, else one brought for the run. */
export async function sharedRabbitUrl(): Promise<string> {
  const response = await fetch(inject('rabbitControl'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Runs beside the test files, in the process that outlives them; costs a socket while nobody asks. */
export async function serveSharedRabbit(): Promise<{ control: string; stop(): Promise<void> }> {
  let node: Promise<RabbitNode> | null = null
  const url = async () => {
    if (process.env.AMQP_URL) return process.env.AMQP_URL
    node ??= ownRabbit()
    return (await node).url
  }
  const server = createServer((_, response) => {
    url().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(errorMessage(error)),
    )
  })
  // Installing takes longer than node's own patience.
  server.requestTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    control: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await (await node?.catch(() => null))?.stop()
    },
  }
}
