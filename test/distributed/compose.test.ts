import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { REPOSITORY } from '../../harness/product.ts'
import { INGEST_STAGES, STAGES } from '../../shared/broker/topology.ts'
import { ConfigSchema } from '../../shared/config.ts'
import { SECRET_NAMES } from '../../shared/secret-files.ts'
import { longestGraceMs } from '../../workers/drain-grace.ts'
import { readRoles, stagesOf } from '../../workers/roles.ts'
import { ourServices, readCompose, waitingInCircle } from './compose-file.ts'

const { services, secrets, volumes } = readCompose()
const ours = ourServices()
const text = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8')
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(text('package.json')))
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)
const longRunning = Object.entries(services).filter(([name]) => name !== 'migrate')
const rolesOf = ({ args }: { args: readonly string[] }) => readRoles(args)
const workers = ours.filter(({ script }) => script === 'workers/main.ts')

describe('compose.yaml', () => {
  test('has exactly the expected services, and ours run from one image', () => {
    const expected = ['postgres', 'rabbitmq', 'migrate', 'simulator', 'api', 'scheduler', 'quotes', ...STAGES]
    expect(Object.keys(services).sort(), 'each stage needs a service in compose.yaml').toEqual([...expected].sort())
    expect(new Set(ours.map(({ service }) => `${service.image} ${service.build}`))).toEqual(new Set(['market-state .']))
    expect(names(ours)).toHaveLength(expected.length - 2)
  })

  test.each(ours)('$name: its command is a script of package.json and is in the image', ({ script }) => {
    expect(Object.values(manifest.scripts)).toContain(`exec node ${script}`)
    expect(existsSync(join(REPOSITORY, script))).toBe(true)
    expect(text('Dockerfile')).toMatch(new RegExp(`^COPY ${script.split('/')[0]} `, 'm'))
  })

  test.each(ours)('$name: accepts its arguments', ({ script, args }) => {
    if (script === 'workers/main.ts') expect(() => readRoles(args)).not.toThrow()
    else expect(args).toEqual([])
  })

  test.each(ours)('$name: every variable is in ConfigSchema and has a valid value', ({ service }) => {
    for (const [name, written] of Object.entries(service.environment)) {
      const secret = SECRET_NAMES.find((one) => name === `${one}_FILE`)
      if (secret && written === '') continue
      if (secret) {
        expect(service.secrets.map((one) => `/run/secrets/${String(one)}`)).toContain(written)
        continue
      }
      expect(Object.keys(ConfigSchema.shape)).toContain(name)
      expect(SECRET_NAMES, 'a secret belongs in a file').not.toContain(name)
      const value = written.replace(/\$\{\w+:-(.*)\}/, '$1')
      const schema = ConfigSchema.shape[name as keyof typeof ConfigSchema.shape]
      if (value !== '') expect(schema.safeParse(value).success, `${name}=${value}`).toBe(true)
    }
  })

  test('every stage and every source has exactly one service, with its name and no other role', () => {
    for (const stage of STAGES) {
      const [source] = INGEST_STAGES.filter((one) => one === stage).map((one) => one.replace('ingest-', ''))
      const doing = workers.filter((one) => {
        const { stages, sources } = rolesOf(one)
        return source ? sources.some((each) => each === source) : stages.some((each) => each === stage)
      })
      expect(names(doing)).toEqual([stage])
    }
    for (const one of workers) {
      const { stages, sources, scheduler, quotes } = rolesOf(one)
      expect(stages.length + sources.length + Number(scheduler) + Number(quotes), one.name).toBe(1)
    }
  })

  test.each(workers)('$name: may finish what it holds before it is killed', async ({ args, service }) => {
    const grace = service.stop_grace_period ?? '0s'
    const graceMs = Number.parseInt(grace, 10) * (grace.endsWith('m') ? 60_000 : 1_000)
    expect(graceMs).toBeGreaterThan(await longestGraceMs(stagesOf(readRoles(args)), { AI_TIMEOUT_MS: 120_000 }))
  })

  test('one service keeps quotes', () => {
    expect(names(workers.filter((one) => rolesOf(one).quotes))).toEqual(['quotes'])
  })

  test('one service schedules and fills history', () => {
    expect(names(workers.filter((one) => rolesOf(one).scheduler))).toEqual(['scheduler'])
    expect(names(workers.filter((one) => rolesOf(one).backfill))).toEqual(['scheduler'])
  })

  test.each(longRunning)('%s: restarts, has limits, and can be scaled', (_name, service) => {
    expect(service.restart).toBe('unless-stopped')
    expect(service.deploy?.resources.limits).toEqual({ cpus: expect.any(String), memory: expect.any(String) })
    expect(service.container_name).toBeUndefined()
  })

  test('services that others reach over the network have a health check', () => {
    const watched = Object.entries(services).filter(([, { healthcheck }]) => healthcheck)
    expect(watched.map(([name]) => name).sort()).toEqual(['api', 'postgres', 'rabbitmq', 'simulator'])
    expect(services.api?.healthcheck?.test.join(' ')).toContain(`:${services.api?.environment.PORT}/health'`)
    expect(services.api?.deploy?.replicas).toBe(2)
  })

  test('migrations run once, and everything with the schema waits for them', () => {
    expect(services.migrate).toMatchObject({ restart: 'no', deploy: services.signals?.deploy })
    const needing = ours.filter(({ service, name }) => service.environment.DATABASE_URL_FILE && name !== 'migrate')
    expect(needing).toHaveLength(STAGES.length + 3)
    for (const { service } of needing) {
      expect(service.depends_on.migrate).toEqual({ condition: 'service_completed_successfully' })
    }
  })

  test('dependencies exist, have a health check where one is awaited, and form no circle', () => {
    const needs = Object.fromEntries(Object.entries(services).map(([name, one]) => [name, Object.keys(one.depends_on)]))
    expect(waitingInCircle(needs)).toEqual([])
    for (const { depends_on } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        if (condition === 'service_healthy') expect(services[name]?.healthcheck, name).toBeDefined()
      }
    }
    expect(waitingInCircle({ a: ['b'], b: ['a'], c: [] })).toEqual(['a', 'b'])
    expect(waitingInCircle({ a: ['nobody'] })).toEqual(['a'])
  })

  test('secrets are files that neither git nor the image contains; volumes are declared', () => {
    const used = Object.values(readCompose('cluster').services).flatMap((service) =>
      service.secrets.map((one) => (typeof one === 'string' ? one : one.source)),
    )
    expect(new Set(used)).toEqual(new Set(Object.keys(secrets)))
    for (const { file } of Object.values(secrets)) expect(file).toMatch(/^\.\/secrets\/\w+$/)
    expect(text('.gitignore').split('\n')).toContain('secrets/')
    expect(text('.dockerignore').split('\n')).toContain('*')
    expect(text('.dockerignore')).not.toContain('secrets')
    expect(Object.keys(volumes)).toEqual(['postgres', 'postgres-standby', 'rabbitmq', 'rabbitmq-2', 'rabbitmq-3'])
  })

  test.each(ours)('$name: has a read-only file system', ({ service }) => {
    expect(service.read_only).toBe(true)
  })
})

describe('Dockerfile', () => {
  test('runs as an unprivileged user, on the Node version of package.json', () => {
    const lines = text('Dockerfile').split('\n')
    const last = lines.filter((line) => /^(?:FROM|USER) /.test(line)).at(-1)
    expect(last).toBe('USER node')
    const major = /"node": "(\d+)\./.exec(text('package.json'))?.[1]
    for (const line of lines.filter((one) => one.startsWith('FROM '))) expect(line).toContain(`FROM node:${major}-slim`)
  })

  test('copies only what .dockerignore lets through', () => {
    const kept = text('.dockerignore').split('\n')
    const copied = [...text('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list]) =>
      list!.split(' '),
    )
    expect(copied.length).toBeGreaterThan(6)
    for (const path of copied) expect(kept).toContain(`!${path}`)
  })
})
