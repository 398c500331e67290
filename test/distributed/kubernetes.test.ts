import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { CLOSE_MS_MAX } from '../../api/start-api.ts'
import { WORKERS_MAX } from '../../api/status/desired-workers.ts'
import { stageManifests } from '../../harness/cluster/stage-manifests.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { INGEST_STAGES, STAGES } from '../../shared/broker/topology.ts'
import { ConfigSchema } from '../../shared/config.ts'
import { SECRET_NAMES } from '../../shared/secret-files.ts'
import { longestGraceMs } from '../../workers/drain-grace.ts'
import { readRoles, stagesOf } from '../../workers/roles.ts'
import { readCompose } from './compose-file.ts'

const FOLDER = join(REPOSITORY, 'docs/kubernetes')

const Container = z.object({
  name: z.string(),
  image: z.literal('market-state'),
  command: z.tuple([z.literal('node'), z.string()], z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  securityContext: z.object({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  livenessProbe: z.object({ httpGet: z.object({ path: z.literal('/health') }) }).optional(),
  readinessProbe: z.object({ httpGet: z.object({ path: z.literal('/ready') }), periodSeconds: z.number() }).optional(),
})
const Pod = z.object({
  terminationGracePeriodSeconds: z.number(),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.object({ runAsNonRoot: z.literal(true) }),
  containers: z.tuple([Container]),
  volumes: z.array(z.object({ name: z.string() })),
})
const Workload = z.object({
  kind: z.enum(['Deployment', 'Job']),
  spec: z.object({
    template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: Pod }),
  }),
})
const Named = z.object({ apiVersion: z.string(), kind: z.string(), metadata: z.object({ name: z.string() }) })

const documents = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8')))
  .map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as unknown
  })
const named = documents.map((document) => Named.parse(document))
const workloads = documents.flatMap((document, at) =>
  ['Deployment', 'Job'].includes(named[at]!.kind)
    ? [{ name: named[at]!.metadata.name, workload: Workload.parse(document) }]
    : [],
)
const withNames = (kind: string) => named.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)

describe('the manifests', () => {
  test('hold the processes of compose.yaml but its servers, each long-running one with a budget for disruptions', () => {
    const processes = ['api', 'migrate', 'scheduler', 'quotes', ...STAGES]
    expect(workloads.map(({ name }) => name).toSorted()).toEqual(processes.toSorted())
    expect(withNames('PodDisruptionBudget').toSorted()).toEqual(withNames('Deployment').toSorted())
    expect(withNames('NetworkPolicy')).toContain('market-state')
  })

  test.each(workloads)(
    '$name: runs a script of ours with known variables, secrets as files, and time to finish',
    async ({ workload }) => {
      const pod = workload.spec.template.spec
      const [{ command, env, volumeMounts }] = pod.containers
      const [, script, ...args] = command
      expect(existsSync(join(REPOSITORY, script))).toBe(true)
      for (const { name, value } of env) {
        const secret = SECRET_NAMES.find((one) => name === `${one}_FILE`)
        if (secret) expect(value).toBe(`/run/secrets/${secret.toLowerCase()}`)
        else expect(Object.keys(ConfigSchema.shape)).toContain(name)
      }
      expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(pod.volumes.map(({ name }) => name).toSorted())
      const graceMs = pod.terminationGracePeriodSeconds * 1_000
      if (script === 'workers/main.ts')
        expect(graceMs).toBeGreaterThan(await longestGraceMs(stagesOf(readRoles(args)), { AI_TIMEOUT_MS: 120_000 }))
      if (script === 'api/main.ts')
        expect(graceMs).toBeGreaterThan(ConfigSchema.parse({}).DRAIN_NOTICE_S * 1_000 + CLOSE_MS_MAX)
    },
  )

  test.each(workloads)('$name: runs the command of its service in compose.yaml', ({ name, workload }) => {
    expect(workload.spec.template.spec.containers[0].command).toEqual(readCompose().services[name]!.command)
  })

  test('the API is alive at /health, ready at /ready, and looked at more often than it drains', () => {
    const [{ livenessProbe, readinessProbe }] = workloads.find(({ name }) => name === 'api')!.workload.spec.template
      .spec.containers
    expect(livenessProbe).toBeDefined()
    expect(readinessProbe!.periodSeconds).toBeLessThan(ConfigSchema.parse({}).DRAIN_NOTICE_S)
  })

  test('stages.yaml is generated from the list of stages: npx vitest -u regenerates it', async () => {
    await expect(await stageManifests()).toMatchFileSnapshot(join(FOLDER, 'stages.yaml'))
  })

  test('each stage has an autoscaler that reads its own number with the internal token', () => {
    const scaled = z.object({
      metadata: z.object({ name: z.enum(STAGES) }),
      spec: z.object({
        scaleTargetRef: z.object({ name: z.string() }),
        minReplicaCount: z.literal(1),
        maxReplicaCount: z.literal(WORKERS_MAX),
        triggers: z.tuple([
          z.object({
            type: z.literal('metrics-api'),
            metadata: z.object({
              url: z.url(),
              valueLocation: z.literal('desired_workers'),
              authMode: z.literal('bearer'),
            }),
            authenticationRef: z.object({ name: z.enum(withNames('TriggerAuthentication')) }),
          }),
        ]),
      }),
    })
    const found = documents.filter((_, at) => named[at]!.kind === 'ScaledObject').map((one) => scaled.parse(one))
    expect(found.map(({ metadata }) => metadata.name).toSorted()).toEqual(STAGES.toSorted())
    for (const { metadata, spec } of found) {
      expect(spec.scaleTargetRef.name).toBe(metadata.name)
      const [{ metadata: trigger }] = spec.triggers
      expect(new URL(trigger.url).pathname).toBe(`/api/v1/internal/stages/${metadata.name}`)
    }
  })

  test('processes that need no way out have none, and those that ask vendors, models or endpoints do', () => {
    const inside = workloads
      .filter(({ workload }) => workload.spec.template.metadata.labels.egress === 'inside')
      .map(({ name }) => name)
    expect(inside).toEqual(expect.arrayContaining(['migrate', 'scheduler', 'signals', 'report', 'house']))
    const outside = ['ai1', 'ai2', 'webhooks', 'portfolio', 'settlement', 'screener', 'quotes', ...INGEST_STAGES]
    for (const name of outside) expect(inside).not.toContain(name)
    expect(withNames('NetworkPolicy')).toContain('market-state-inside')
  })
})
