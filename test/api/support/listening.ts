import { silentLog } from '../../../shared/log.ts'
import { fixedClock } from '../../../shared/time/clock.ts'
import { NOW } from './seed.ts'

/** Options of an API that listens on a free port of loopback, in the process of its test. */
export const LISTENING = {
  host: '127.0.0.1',
  port: 0,
  clock: fixedClock(NOW),
  log: silentLog,
  dataMode: 'simulated',
  instanceId: 'test',
} as const
