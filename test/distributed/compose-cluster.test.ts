import { describe, expect, test } from 'vitest'
import { rabbitServers } from '../../shared/broker/rabbitmq-servers.ts'
import { ourServices, readCompose, waitingInCircle } from './compose-file.ts'

const alone = readCompose()
const { services, secrets, volumes, configs } = readCompose('cluster')
const added = Object.keys(services).filter((name) => alone.services[name] === undefined)
const lines = (name: string) =>
  configs[name]!.content.split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

describe('the profile cluster of compose.yaml', () => {
  test('adds two brokers, a standby, a pooler and a balancer, and leaves the service without it as it was', () => {
    expect(added.toSorted()).toEqual(['haproxy', 'pgbouncer', 'postgres-standby', 'rabbitmq-2', 'rabbitmq-3'])
    const files = Object.values(alone.secrets).map(({ file }) => file)
    expect(files.filter((file) => file === './secrets/database_url')).toHaveLength(3)
    for (const { service } of ourServices()) expect(service.environment.DATABASE_DIRECT_URL_FILE ?? '').toBe('')
  })

  test.each(added)(
    '%s: restarts, has limits, waits for what exists, and uses secrets and files that are declared',
    (name) => {
      const service = services[name]!
      expect(service.restart).toBe('unless-stopped')
      expect(service.deploy?.resources.limits).toEqual({ cpus: expect.any(String), memory: expect.any(String) })
      for (const { source } of service.configs) expect(Object.keys(configs)).toContain(source)
      for (const one of service.secrets)
        expect(Object.keys(secrets)).toContain(typeof one === 'string' ? one : one.source)
      for (const [needed, { condition }] of Object.entries(service.depends_on)) {
        expect(condition).toBe('service_healthy')
        expect(services[needed]?.healthcheck).toBeDefined()
      }
    },
  )

  test('forms no circle of services that wait for each other', () => {
    const needs = Object.fromEntries(Object.entries(services).map(([name, one]) => [name, Object.keys(one.depends_on)]))
    expect(waitingInCircle(needs)).toEqual([])
  })

  test('the brokers know each other by their host names, share settings, and keep their data apart', () => {
    const nodes = Object.keys(services).filter((name) => name.startsWith('rabbitmq'))
    const peers = lines('rabbitmq_peers').flatMap((line) => /nodes\.\d+ = rabbit@(\S+)$/.exec(line)?.[1] ?? [])
    expect(peers).toEqual(nodes)
    expect(lines('rabbitmq_settings')).toEqual([
      'queue_leader_locator = balanced',
      'net_ticktime = 10',
      'cluster_partition_handling = pause_minority',
    ])
    for (const name of nodes) {
      expect(services[name]!.configs.map(({ source }) => source)).toContain('rabbitmq_settings')
      expect(Object.keys(services[name]!.environment)).toContain('RABBITMQ_ERLANG_COOKIE')
      expect(Object.keys(volumes)).toContain(name)
    }
    expect(rabbitServers(nodes.map((name) => `amqp://market:secret@${name}:5672`).join(',')).urls).toHaveLength(3)
  })

  test('the pooler works in transaction mode and drops the parameters that sessions set', () => {
    expect(lines('pgbouncer')).toEqual(expect.arrayContaining(['pool_mode = transaction']))
    const ignored = lines('pgbouncer').find((line) => line.startsWith('ignore_startup_parameters'))
    for (const one of ['statement_timeout', 'lock_timeout', 'default_transaction_read_only', 'options'])
      expect(ignored).toContain(one)
  })

  test('the balancer checks readiness, as often as docs/cluster.md states', () => {
    expect(lines('haproxy')).toEqual(
      expect.arrayContaining([
        'option httpchk GET /ready HTTP/1.1',
        'default-server check inter 1s fall 1 rise 1',
        'option redispatch',
        'server-template api 10 api:8080 resolvers docker init-addr none',
      ]),
    )
  })

  test('every process that has the database also has it without the pooler, and only replicas read the standby', () => {
    for (const [name, { environment, secrets: own }] of Object.entries(services)) {
      if (environment.DATABASE_URL_FILE === undefined) continue
      expect(environment.DATABASE_DIRECT_URL_FILE, name).toBe('/run/secrets/database_direct_url')
      expect(own, name).toContain('database_direct_url')
      expect(environment.DATABASE_READ_URL_FILE, name).toBe(
        name === 'api' ? '/run/secrets/database_read_url' : undefined,
      )
    }
  })
})
