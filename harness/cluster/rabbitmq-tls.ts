import { randomBytes } from 'node:crypto'
import { freePort } from '../../shared/free-port.ts'
import { installForRun } from '../ask-run.ts'
import { installedRabbit, type LocalRabbitNode, startRabbitNode } from '../rabbitmq-node.ts'
import type { Certificates } from './certificates.ts'

export interface TlsRabbit {
  node: LocalRabbitNode
  /** The address for TLS, where the node requires a client certificate. */
  tlsUrl: string
}

/** Starts a throw-away node that also listens with TLS. */
export async function startTlsRabbit({ authority, server }: Certificates): Promise<TlsRabbit> {
  if (!installedRabbit()) await installForRun('rabbitmq-server')
  const sbin = installedRabbit()
  if (!sbin) throw new Error('rabbitmq-server was installed, but not where its scripts are looked for')
  const port = await freePort()
  const node = await startRabbitNode(sbin, {
    nodename: `tls${port}@localhost`,
    epmd: await freePort(),
    cookie: randomBytes(12).toString('hex'),
    lines: [
      `listeners.ssl.1 = 127.0.0.1:${port}`,
      `ssl_options.cacertfile = ${authority}`,
      `ssl_options.certfile = ${server.cert}`,
      `ssl_options.keyfile = ${server.key}`,
      'ssl_options.verify = verify_peer',
      'ssl_options.fail_if_no_peer_cert = true',
    ],
  })
  return { node, tlsUrl: `amqps://guest:guest@127.0.0.1:${port}` }
}
