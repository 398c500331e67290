import { errorMessage } from '../../shared/errors.ts'
import { leadClock } from '../../shared/postgres/server/clock-lead.ts'
import { type Pool, siblingPool } from '../../shared/postgres/server/db.ts'
import { ClockMover, IDLE_MS, type MoveDeps } from './clock-mover.ts'

const AFTER_FAILURE_MS = 1_000
/**
 * A process that led a moment ago still leads. If its connection has ended since, another process may lead too. Then
 * the statement that comes first takes effect, because each statement names the change of the clock on which it is
 * based.
 */
const LEAD_TRUSTED_MS = 1_000

export interface ClockDriver {
  /** Looks at once, because the clock has changed. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Moves a commanded clock from event to event: at each ceiling it decides the slots that are due, waits until Postgres
 * reports that what fell due is done, and raises the ceiling to the next event. One process leads, by a lock that ends
 * with its connection; a ceiling that two processes would raise is raised once.
 */
export function driveClock(deps: MoveDeps & { direct: Pool }): ClockDriver {
  const lead = siblingPool(deps.direct, { max: 1 })
  const mover = new ClockMover(deps)
  let ledUntil = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let isWoken = false
  let rest: (() => void) | null = null

  async function leads(): Promise<boolean> {
    if (performance.now() < ledUntil) return true
    const isLeader = await leadClock(lead)
    ledUntil = isLeader ? performance.now() + LEAD_TRUSTED_MS : 0
    return isLeader
  }

  async function turn(): Promise<number> {
    try {
      const row = await mover.look()
      return row && (await leads()) ? await mover.step(row) : IDLE_MS
    } catch (error) {
      ledUntil = 0
      deps.log.warn({ error: errorMessage(error) }, 'clock_not_moved')
      return AFTER_FAILURE_MS
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      isWoken = false
      const waitMs = await turn()
      if (waitMs <= 0 || isWoken || stopped) continue
      await new Promise<void>((done) => {
        rest = done
        timer = setTimeout(done, waitMs)
      })
      clearTimeout(timer)
      rest = null
    }
  }
  const running = run()

  function wake(): void {
    isWoken = true
    rest?.()
  }
  return {
    wake,
    async stop() {
      stopped = true
      wake()
      await running
      await lead.end({ timeout: 1 }).catch(() => {})
    },
  }
}
