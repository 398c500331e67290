import type { Clock } from './clock.ts'

/**
 * Milliseconds that pass with real time and with service time, whichever went further: a vendor's cached answer expires
 * after a step, and a pause towards a vendor ends although service time stands still.
 */
export function eitherClock(clock: Clock, realMs: () => number = () => performance.now()): () => number {
  let real = realMs()
  let service = clock.now().getTime()
  let total = 0
  return () => {
    const now = { real: realMs(), service: clock.now().getTime() }
    total += Math.max(0, now.real - real, now.service - service)
    real = now.real
    service = now.service
    return total
  }
}
