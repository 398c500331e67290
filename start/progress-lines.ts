import { BACKFILL_STEPS } from '../shared/domain/contract/history-loading.ts'
import { readLoading, readProgress, type Step } from '../shared/postgres/market/backfill.ts'
import { sourcesWithoutData } from '../shared/postgres/market/source-runs.ts'
import type { Pool } from '../shared/postgres/server/db.ts'

const LOOK_EVERY_MS = 2_000

/** A step's share must have grown by this much for a new line. */
const PERCENT_STEP = 10

/** A back-fill is over when every vendor was requested, even if some did not answer. */
const completeness = (lacking: readonly string[]): string =>
  lacking.length === 0
    ? 'every figure has its whole history'
    : `there is no history of ${lacking.join(', ')}: /api/v1/source-health has the reasons, and each asks for its history again at its next time`

/** Prints one line whenever the back-fill has advanced, with an estimate of the rest, and a last one when it is complete. */
export function followProgress(sql: Pool, say: (line: string) => void): { stop(): void } {
  const startedMs = performance.now()
  const seconds = (): number => Math.round((performance.now() - startedMs) / 1_000)
  const printed = new Map<Step, number>()
  let sawWork = false
  const look = async () => {
    const rows = await readProgress(sql)
    const loading = await readLoading(sql)
    const left = loading?.eta_seconds == null ? '' : `, about ${loading.eta_seconds} s left in all`
    for (const { step, done, total } of rows) {
      const percent = total === 0 ? 100 : Math.floor((100 * done) / total)
      const before = printed.get(step)
      if (before === percent || (percent < 100 && before !== undefined && percent - before < PERCENT_STEP)) continue
      printed.set(step, percent)
      if (loading || sawWork) say(`back-fill: ${BACKFILL_STEPS[step].title} ${done}/${total} (${percent} %${left})`)
    }
    if (loading) sawWork = true
    else if (rows.length > 0) {
      const lacking = await sourcesWithoutData(sql)
      clearInterval(timer)
      say(sawWork ? `back-fill: complete after ${seconds()} s; ${completeness(lacking)}` : completeness(lacking))
    }
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
