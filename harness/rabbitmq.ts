import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { errorMessage } from '../shared/errors.ts'
import { installPackage, isPackage, type Package } from './install-package.ts'
import { startRabbitContainer } from './rabbitmq-container.ts'
import { installedRabbit, type RabbitNode, startRabbitNode } from './rabbitmq-node.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL that returns the run's one RabbitMQ; the first request starts it. */
    rabbitControl: string
  }
}

/** Time limit for `beforeAll`, long enough to install the server. */
export const RABBIT_START_MS = 300_000

/** Starts a private node that the caller may kill and starve. */
export async function ownRabbit(): Promise<RabbitNode> {
  return await startRabbit(() => installForRun('rabbitmq-server'))
}

/** Installs a package by the process that outlives all test files: they run side by side, and apt-get works alone. */
export const installForRun = async (name: Package): Promise<void> => void (await ask(`/install/${name}`))

/** URL of the broker that all test files share under their own prefixes: AMQP_URL, else one started for the run. */
export const sharedRabbitUrl = (): Promise<string> => ask('/url')

/** Starts RabbitMQ from docker, else from an installed server, else installs one. */
export async function startRabbit(install: () => Promise<void>): Promise<RabbitNode> {
  const container = await startRabbitContainer()
  if (container) return container
  if (!installedRabbit()) await install()
  const sbin = installedRabbit()
  if (!sbin) throw new Error('rabbitmq-server was installed, but not where its scripts are looked for')
  return await startRabbitNode(sbin)
}

async function ask(path: string): Promise<string> {
  const response = await fetch(new URL(path, inject('rabbitControl')))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/**
 * Serves the shared broker's URL from the process that outlives all test files; it starts no broker before the first
 * request.
 */
export async function serveSharedRabbit(): Promise<{ control: string; stop(): Promise<void> }> {
  let node: Promise<RabbitNode> | null = null
  const url = async () => {
    if (process.env.AMQP_URL) return process.env.AMQP_URL
    node ??= startRabbit(() => installPackage('rabbitmq-server'))
    return (await node).url
  }
  const server = createServer(({ url: path }, response) => {
    const name = path?.split('/install/')[1] ?? ''
    const answer = isPackage(name) ? installPackage(name).then(() => 'installed') : url()
    answer.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(errorMessage(error)),
    )
  })
  // Installing takes longer than Node's default request timeout.
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
