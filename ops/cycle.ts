import { Command } from 'commander'
import { outboxOnly } from '../shared/broker/relay.ts'
import type { Config } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { silentLog } from '../shared/log.ts'
import { easternExact } from '../shared/time/eastern.ts'
import type { Tracing } from '../shared/tracing/start-tracing.ts'
import { rerunCycle } from '../workers/schedule/cycles.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { table } from './table.ts'

const LIST_MAX = 40

export function cycleCommand(env: Env, say: Say): Command {
  const command = new Command('cycle').description('report cycles: list, rerun')
  command
    .command('list')
    .description('the newest cycles and their state')
    .option('--json', 'an array of objects')
    .action(async (options: { json?: boolean }) => {
      await withOps(env, async ({ sql }) => {
        const rows = await sql`
          select c.id, c.state, c.run, c.cutoff, c.origin, c.reason,
            (select string_agg(a.source || case when a.ok then '' else ' (failed)' end, ', ' order by a.source)
             from cycle_arrivals as a where a.cycle_id = c.id) as arrived
          from cycles as c order by c.scheduled_for desc limit ${LIST_MAX}`
        say(options.json ? JSON.stringify(rows, null, 2) : table(rows, 'no cycles yet'))
      })
    })
  command
    .command('rerun <id>')
    .description('compute a cycle again with what was known at its cutoff, as a new run (id as in 2026-11-20T10:00)')
    .option('--json', 'an object')
    .action(async (id: string, options: { json?: boolean }) => {
      await withOps(env, async ({ sql, clock, config }) => {
        const tracing = await traced(config)
        const cycle = await rerunCycle({ sql, relay: outboxOnly }, id, clock.now()).finally(tracing.stop)
        if (!cycle)
          throw new AppError('not_found', 'no cycle with this id has been computed yet (ops cycle list shows them)')
        const { run, cutoff } = cycle
        if (options.json) return say(JSON.stringify({ id: cycle.id, run, cutoff }))
        say(
          `cycle ${cycle.id}: run ${cycle.run} requested, as of ${cycle.cutoff && easternExact(cycle.cutoff)}; a worker sends it within seconds`,
        )
      })
    })
  return command
}

/** Loads tracing only here, because the other commands begin no trace and start sooner without it. */
async function traced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config): Promise<Tracing> {
  const { startTracing } = await import('../shared/tracing/start-tracing.ts')
  return await startTracing({ endpoint, roles: 'ops' }, silentLog)
}
