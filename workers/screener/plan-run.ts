import { RUN_TIMES } from '../../pipeline/screener/moment.ts'
import { SCREENER_RULES } from '../../pipeline/screener/rules.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message } from '../../shared/broker/run-stage.ts'
import { BENCHMARK, FUNDS_WITH_BARS } from '../../shared/domain/market/liquid-funds.ts'
import { membersAsKnown } from '../../shared/postgres/market/members.ts'
import { abandonRuns, planRun } from '../../shared/postgres/screener/runs.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { instantAt } from '../../shared/time/eastern.ts'

/** Enough names that a batch outweighs its message, few enough that workers share a run. */
const NAMES_PER_BATCH = 64

/** The other run of a session is seven hours away; a run that is still being read by then will not be decided. */
const ABANDONED_AFTER_MS = 3 * 3_600_000

/** Plans a run once: its names in batches, which any number of workers read. */
export async function planScreenerRun(
  tx: Tx,
  { payload: { day, slot, origin } }: Message<'screener.due'>,
  now: Date,
): Promise<NewMessage[]> {
  const id = `${day}-${slot}`
  const dueAt = instantAt(day, RUN_TIMES[slot])
  const members = await membersAsKnown(tx, now)
  const names = [...new Set([...members.map(({ symbol }) => symbol), ...FUNDS_WITH_BARS])].filter(
    (name) => name !== BENCHMARK,
  )
  const batches = Array.from({ length: Math.ceil(names.length / NAMES_PER_BATCH) }, (_, batch) =>
    names.slice(batch * NAMES_PER_BATCH, (batch + 1) * NAMES_PER_BATCH),
  )
  const startedAt = origin === 'scheduled' ? now : dueAt
  const run = { id, day, slot, dueAt, startedAt, origin, rulesVersion: SCREENER_RULES, batches: batches.length }
  if (!(await planRun(tx, run))) return []
  await abandonRuns(tx, { before: new Date(dueAt.getTime() - ABANDONED_AFTER_MS), at: now })
  return batches.map((tickers, batch) => ({
    id: `screener:${id}/${batch}#1`,
    type: 'screener.batch',
    occurredAt: now,
    cycleId: null,
    payload: { run: id, batch, tickers },
  }))
}
