import { Command } from 'commander'
import { AppError } from '../shared/errors.ts'
import { type TraceStep, traceSteps, tracesNamed } from '../shared/postgres/messaging/traces.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { age, table } from './table.ts'

const TRACE_ID = /^(?:00-)?(?<id>[0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/

/** Returns how a document came about, back to the source runs. It reads rows alone and needs no trace collector. */
export const traceCommand = (env: Env, say: Say): Command =>
  new Command('trace')
    .description('the steps behind a report or a cycle, with times')
    .argument('[name]', 'cycle id, report name, trace id or traceparent; absent: the newest report')
    .option('--json', 'an array of traces')
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      await withOps(env, async ({ sql }) => {
        const traceId = TRACE_ID.exec(name ?? '')?.groups?.id
        const ids = traceId ? [traceId] : await tracesNamed(sql, name ?? null)
        const traces = Object.entries(Object.groupBy(await traceSteps(sql, ids), (step) => step.traceId))
        if (traces.length === 0) {
          throw new AppError('not_found', 'no row has this trace (rows written before tracing was added have none)')
        }
        if (options.json) return say(JSON.stringify(traces.map(inJson), null, 2))
        say(traces.map(([id, steps]) => `trace ${id}\n${table(steps!.map(inColumns))}`).join('\n\n'))
      })
    })

const inJson = ([trace_id, steps]: [string, TraceStep[] | undefined]) => ({
  trace_id,
  steps: steps!.map(({ traceId: _, ...step }) => step),
})

const inColumns = ({ traceId: _, ms, ...step }: TraceStep) => ({ ...step, took: age(ms) })
