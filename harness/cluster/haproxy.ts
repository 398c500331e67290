import { freePort } from '../../shared/free-port.ts'
import { requireProgram, type Workshop } from './server-process.ts'

const PROGRAM = '/usr/sbin/haproxy'

/**
 * A balancer before replicas, as docs/cluster.md describes it: it checks /ready and repeats requests that met a closed
 * port.
 */
export async function startHaproxy(workshop: Workshop, ports: readonly number[]): Promise<string> {
  await requireProgram(PROGRAM, 'haproxy')
  const port = await freePort()
  const lines = [
    'global',
    '  maxconn 2000',
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  retries 3',
    '  option redispatch',
    '  option forwardfor',
    '  retry-on conn-failure empty-response',
    'frontend public',
    `  bind 127.0.0.1:${port}`,
    '  default_backend replicas',
    'backend replicas',
    '  balance roundrobin',
    '  option httpchk GET /ready HTTP/1.1',
    '  http-check send hdr Host ready',
    '  default-server check inter 200ms fall 1 rise 1',
    ...ports.map((one, at) => `  server r${at} 127.0.0.1:${one}`),
  ]
  const file = await workshop.write('haproxy.cfg', `${lines.join('\n')}\n`)
  await workshop.serve(port, PROGRAM, '-db', '-f', file)
  return `http://127.0.0.1:${port}`
}
