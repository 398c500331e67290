import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorMessage } from '../shared/errors.ts'
import { installPackage, isPackage } from './install-package.ts'
import { makeLoadedFolder } from './loaded-folder.ts'
import { removeTemporaryFolders } from './product.ts'
import { startRabbit } from './rabbitmq.ts'
import type { RabbitNode } from './rabbitmq-node.ts'

/** Serves what test files share from the process that outlives them; nothing is made before the first request. */
export async function serveRun(): Promise<{ url: string; stop(): Promise<void> }> {
  let node: Promise<RabbitNode> | null = null
  let folder: Promise<string> | null = null
  const made: Record<string, () => Promise<string>> = {
    '/rabbit': async () => {
      if (process.env.AMQP_URL) return process.env.AMQP_URL
      node ??= startRabbit(() => installPackage('rabbitmq-server'))
      return (await node).url
    },
    '/loaded-folder': () => {
      folder ??= makeLoadedFolder()
      return folder
    },
  }
  const answer = async (path: string): Promise<string> => {
    const name = path.split('/install/')[1] ?? ''
    if (isPackage(name)) return await installPackage(name).then(() => 'installed')
    const make = made[path]
    if (!make) throw new Error(`nothing that is shared is called ${path}`)
    return await make()
  }
  const server = createServer(({ url }, response) => {
    answer(url ?? '').then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(errorMessage(error)),
    )
  })
  // Installing takes longer than Node's default request timeout.
  server.requestTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await (await node?.catch(() => null))?.stop()
      await folder?.catch(() => {})
      await removeTemporaryFolders()
    },
  }
}
