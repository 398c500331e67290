import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { REPOSITORY } from '../../harness/product.ts'

const Secret = z.union([z.string(), z.object({ source: z.string(), target: z.string() })])

export const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  /** A variable without a value comes from the environment of docker compose, or is absent. */
  environment: z
    .record(
      z.string(),
      z
        .string()
        .nullable()
        .transform((value) => value ?? ''),
    )
    .default({}),
  profiles: z.array(z.string()).default([]),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  secrets: z.array(Secret).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
  restart: z.string().optional(),
  read_only: z.boolean().default(false),
  container_name: z.string().optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+[sm]$/)
    .optional(),
  deploy: z
    .object({
      replicas: z.number().int().optional(),
      resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string().regex(/^\d+[mg]$/) }) }),
    })
    .optional(),
})
export type Service = z.infer<typeof Service>

const ComposeFile = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  configs: z.record(z.string(), z.object({ content: z.string() })),
})

/** compose.yaml as docker compose reads it, with the services of a profile if COMPOSE_PROFILES names one. */
export function readCompose(profile = ''): z.infer<typeof ComposeFile> {
  const written = readFileSync(join(REPOSITORY, 'compose.yaml'), 'utf8')
  const text = written.replaceAll(/\$\{COMPOSE_PROFILES:\+([^}]*)\}/g, (_, given: string) => (profile ? given : ''))
  // Compose merges `<<` as YAML 1.1 does.
  const file = ComposeFile.parse(parse(text, { merge: true, maxAliasCount: -1 }))
  const services = Object.entries(file.services).filter(
    ([, { profiles }]) => profiles.length === 0 || profiles.includes(profile),
  )
  return { ...file, services: Object.fromEntries(services) }
}

/** Services that run our image, with the file and the arguments of their command. */
export function ourServices(): { name: string; service: Service; script: string; args: string[] }[] {
  return Object.entries(readCompose().services)
    .filter(([, { build }]) => build !== undefined)
    .map(([name, service]) => {
      const [program, script = '', ...args] = service.command ?? []
      return { name, service, script: program === 'node' ? script : '', args }
    })
}

/** Services that never start because they wait for each other. */
export function waitingInCircle(needs: Readonly<Record<string, readonly string[]>>): string[] {
  const ready = new Set<string>()
  for (let before = -1; before < ready.size; ) {
    before = ready.size
    for (const [name, wanted] of Object.entries(needs)) if (wanted.every((one) => ready.has(one))) ready.add(name)
  }
  return Object.keys(needs).filter((name) => !ready.has(name))
}
