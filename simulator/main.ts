import { readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { explainListenError } from '../shared/listen-error.ts'
import { runProcess } from '../shared/run-process.ts'
import { systemClock } from '../shared/time/clock.ts'
import { startSimulator } from './server.ts'

/** `npm run simulator`: the outside world alone, until it is told to stop. */
await runProcess('simulator', async () => {
  const config = readConfig(process.env)
  const { SIMULATOR_PORT: port, SIMULATOR_HOST: host, SIMULATOR_SEED: seed, SIMULATOR_SCENARIO: scenario } = config
  if (scenario !== 'none' && !config.SIMULATOR_START) {
    const sentence = 'SIMULATOR_START: required with SIMULATOR_SCENARIO, which counts its sessions from it'
    throw new AppError('invalid', sentence)
  }
  const simulator = await startSimulator({
    port,
    host,
    seed,
    scenario,
    members: config.SIMULATOR_MEMBERS,
    start: config.SIMULATOR_START ?? null,
    quotas: config.SIMULATOR_QUOTAS,
    now: systemClock.now,
  }).catch(explainListenError({ SIMULATOR_PORT: port, SIMULATOR_HOST: host }))
  process.stdout.write(`simulator: ${simulator.url} (seed ${seed})\n`)
  return () => simulator.close()
})
