import { z } from 'zod'
import { SCENARIOS } from '../shared/domain/scenario.ts'
import { systemClock } from '../shared/time/clock.ts'
import { believableStart, START_RULE } from '../shared/time/start-instant.ts'
import { DEFAULT_SEED, startSimulator } from './server.ts'
import { MEMBERS } from './world/members.ts'

const Start = z.string().transform((text, context): Date | null => {
  const instant = believableStart(text)
  if (!instant) context.addIssue(START_RULE)
  return instant
})

const Environment = z.object({
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(9100),
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SIMULATOR_SEED: z.coerce.number().int().default(DEFAULT_SEED),
  SIMULATOR_MEMBERS: z.coerce.number().int().min(50).max(MEMBERS.length).default(MEMBERS.length),
  SIMULATOR_START: Start.optional(),
  SIMULATOR_SCENARIO: z.enum(SCENARIOS).default('none'),
  SIMULATOR_QUOTAS: z.enum(['0', '1']).default('0'),
})

function fail(sentence: string): never {
  process.stderr.write(`simulator: ${sentence}\n`)
  process.exit(1)
}

function readEnvironment(): z.infer<typeof Environment> {
  const given = Object.entries(process.env).filter(([, value]) => value !== '')
  const { data, error } = Environment.safeParse(Object.fromEntries(given))
  return data ?? fail(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
}

const environment = readEnvironment()
if (environment.SIMULATOR_SCENARIO !== 'none' && !environment.SIMULATOR_START)
  fail('SIMULATOR_START: required with SIMULATOR_SCENARIO, which counts its sessions from it')

function explainListenError(error: Error & { code?: string }): never {
  const { SIMULATOR_PORT: port, SIMULATOR_HOST: host } = environment
  if (error.code === 'EADDRINUSE') fail(`SIMULATOR_PORT: ${port} on ${host} is in use`)
  if (error.code === 'EACCES') fail(`SIMULATOR_PORT: ${port} is not allowed for this user`)
  const isNoAddress = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')
  if (isNoAddress) fail(`SIMULATOR_HOST: ${host} is not an address of this machine`)
  throw error
}

const simulator = await startSimulator({
  port: environment.SIMULATOR_PORT,
  host: environment.SIMULATOR_HOST,
  seed: environment.SIMULATOR_SEED,
  members: environment.SIMULATOR_MEMBERS,
  scenario: environment.SIMULATOR_SCENARIO,
  start: environment.SIMULATOR_START ?? null,
  quotas: environment.SIMULATOR_QUOTAS === '1',
  now: systemClock.now,
}).catch(explainListenError)
process.stdout.write(`simulator: ${simulator.url} (seed ${environment.SIMULATOR_SEED})\n`)

const stop = (): void => {
  simulator.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
