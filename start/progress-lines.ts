import { readProgress, STEPS, type Step } from '../shared/postgres/market/backfill.ts'
import type { Pool } from '../shared/postgres/server/db.ts'

const LOOK_EVERY_MS = 2_000

const TITLES: Record<Step, string> = {
  history: 'vendors’ history files',
  members: 'bars of the index members',
  chains: 'closing option chains',
  days: 'daily rows',
  cycles: 'report cycles of the last sessions',
  alerts: 'past alerts, judged with the whole history',
  recompute: 'first cycles, recomputed with the whole history',
}

/** Prints one line whenever the back-fill has advanced, until it is complete. */
export function followProgress(sql: Pool, say: (line: string) => void): { stop(): void } {
  const printed = new Map<Step, number>()
  let finished = false
  const look = async () => {
    const rows = await readProgress(sql)
    for (const { step, done, total } of rows) {
      const percent = total === 0 ? 100 : Math.floor((100 * done) / total)
      const before = printed.get(step)
      if (before === percent || (percent < 100 && before !== undefined && percent - before < 10)) continue
      printed.set(step, percent)
      say(`back-fill: ${TITLES[step]} ${done}/${total} (${percent} %)`)
    }
    if (!finished && STEPS.every((step) => printed.get(step) === 100)) {
      finished = true
      clearInterval(timer)
      say('back-fill: complete')
    }
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
