import { z } from 'zod'
import { systemClock } from '../shared/time/clock.ts'
import { DEFAULT_SEED, startSimulator } from './server.ts'
import { MEMBERS } from './world/members.ts'

const Environment = z.object({
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(9100),
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SIMULATOR_SEED: z.coerce.number().int().default(DEFAULT_SEED),
  SIMULATOR_MEMBERS: z.coerce.number().int().min(50).max(MEMBERS.length).default(MEMBERS.length),
  SIMULATOR_QUOTAS: z.enum(['0', '1']).default('0'),
})

const environment = Environment.parse(process.env)
const simulator = await startSimulator({
  port: environment.SIMULATOR_PORT,
  host: environment.SIMULATOR_HOST,
  seed: environment.SIMULATOR_SEED,
  members: environment.SIMULATOR_MEMBERS,
  quotas: environment.SIMULATOR_QUOTAS === '1',
  now: systemClock.now,
})
process.stdout.write(`simulator: ${simulator.url} (seed ${environment.SIMULATOR_SEED})\n`)

const stop = (): void => {
  simulator.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
