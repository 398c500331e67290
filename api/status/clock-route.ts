import { commandClock } from '../../shared/postgres/server/clock-commands.ts'
import { ClockReport, reportClock } from '../../shared/postgres/server/clock-report.ts'
import { type ClockRow, readClockRow } from '../../shared/postgres/server/clock-row.ts'
import { CALENDAR_RULE } from '../../shared/time/clock-target.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { refuse, refuseParameter } from '../http/errors.ts'
import { longPoll } from '../http/long-poll.ts'
import { handlerRoute } from '../http/route.ts'
import { ClockBody, clockCommandOf } from './clock-document.ts'

const PATH = '/api/v1/admin/clock'
const admin = { class: 'admin', tag: 'operations', path: PATH } as const

const EXAMPLE = {
  service_time: '2026-11-20T10:45:00-05:00',
  state: 'paused',
  speed: 1,
  effective_speed: 0,
  target: null,
  waiting_for: [],
  did: {
    by: 'admin token, request 3f1c',
    from: '2026-11-20T10:30:00-05:00',
    arrived: true,
    seconds: 0.912,
    slots_fired: 17,
    slots_missed: 0,
    left_out: [],
  },
} satisfies ClockReport

const read = ({ reader }: Pick<ApiContext, 'reader'>): Promise<ClockReport> => reader.read(reportClock)

/** Carries out the command and returns the row that it leaves. */
async function command({ trading, dataMode }: ApiContext, body: ClockBody, by: string): Promise<ClockRow> {
  const wanted = clockCommandOf(body, by)
  if (dataMode === 'live') throw refuse('clock_is_live')
  const outcome = await trading.writeAlways((tx) => commandClock(tx, wanted))
  if (outcome.kind === 'done') return outcome.row
  if (outcome.kind === 'live') throw refuse('clock_is_live')
  if (outcome.kind === 'unopened') throw refuse('conflict')
  const now = easternExact(outcome.row.now)
  const field = body.action === 'to' ? 'to' : 'by'
  if (outcome.kind === 'backwards') throw refuseParameter(field, `must not be before service time, which is ${now}`)
  if (outcome.kind === 'beyond') throw refuseParameter(field, CALENDAR_RULE)
  const { target, movedBy, state } = outcome.row
  throw refuse('clock_moving', {
    moved_by: state === 'lock-step' ? `the accounts in lock-step, by ${movedBy ?? 'unknown'}` : (movedBy ?? 'unknown'),
    service_time: now,
    target: target && easternExact(target),
  })
}

export const clockRoutes = [
  handlerRoute({
    ...admin,
    method: 'GET',
    summary: 'The clock of the service',
    description:
      'Where service time stands, who moves it, and what it waits for. On live data it is real time; a simulated ' +
      'market can be stepped, run at another speed, or moved by its agents in lock-step.',
    response: {
      status: 200,
      description: 'The clock now',
      contentType: JSON_TYPE,
      schema: ClockReport,
      example: EXAMPLE,
    },
    handle: (context) => read(context),
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    summary: 'Move the clock of a simulated market',
    description:
      'Pauses it, lets it run at a speed, steps it by a duration, moves it to an instant, or hands it to the agents ' +
      'in lock-step. A step and a move answer when the clock has arrived: all work that fell due on the way is done, ' +
      'and every living process has seen the instant, so no later request reads an older one. After 50 s the answer ' +
      'is 202 with the present position of the clock, and the move continues. One move at a time; `pause` always ' +
      'works and drops the target.',
    errors: ['clock_moving', 'clock_is_live', 'clock_replaced'],
    body: ClockBody,
    bodyExample: { action: 'step', by: '15m' },
    response: {
      status: 200,
      description: 'The clock has arrived',
      contentType: JSON_TYPE,
      schema: ClockReport,
      example: EXAMPLE,
      again: { status: 202, description: 'The clock is still on its way; GET tells how far' },
    },
    async handle(context, { body }, { request, reply }) {
      const { move, target } = await command(context, body, `admin token, request ${request.id}`)
      const arrived = await longPoll({ request, reply, changes: context.clockChanges }, async () => {
        const row = await context.reader.read(readClockRow)
        if (!row || (row.move === move && row.arrivedMove >= move)) return 'arrived' as const
        if (row.move === move) return null
        return target === null || row.now >= target ? ('arrived' as const) : ('replaced' as const)
      })
      if (arrived === 'replaced') throw refuse('clock_replaced')
      const report = await read(context)
      return reply.code(arrived === null ? 202 : 200).send(report)
    },
  }),
]
