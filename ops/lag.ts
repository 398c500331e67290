import { Command } from 'commander'
import { outboxBacklog } from '../shared/postgres/outbox.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { age, table } from './table.ts'

/** Where work waits: depth and oldest age per stage, what is unsent, how cycles stand. */
export const lagCommand = (env: Env, say: Say): Command =>
  new Command('lag')
    .description('depth, oldest age and dead letters of each stage; unsent messages; open cycles')
    .option('--json', 'one object')
    .action(async (options: { json?: boolean }) => {
      await withOps(env, async ({ sql, broker }) => {
        const stages = (await broker.depths()).map(({ oldestReadyAgeMs, ...depth }) => ({
          ...depth,
          oldest_ready_age_ms: oldestReadyAgeMs,
        }))
        const { unsent, oldestUnsentAgeMs } = await outboxBacklog(sql)
        const outbox = { unsent, oldest_unsent_age_ms: oldestUnsentAgeMs }
        const cycles = await sql<{ state: string; count: number; newest: string }[]>`
          select c.state, count(*)::int as count, max(c.id) as newest from cycles as c group by c.state order by c.state`
        if (options.json) return say(JSON.stringify({ broker: broker.kind, stages, outbox, cycles }, null, 2))
        say(table(stages.map(({ oldest_ready_age_ms, ...row }) => ({ ...row, oldest: age(oldest_ready_age_ms) }))))
        say(`\nunsent messages: ${unsent}, oldest ${age(oldestUnsentAgeMs)} (broker: ${broker.kind})\n`)
        say(
          table(
            cycles.map((row) => ({ cycles: row.state, count: row.count, newest: row.newest })),
            'no cycle yet',
          ),
        )
      })
    })
