import { z } from 'zod'
import type { ClockCommand } from '../../shared/postgres/server/clock-commands.ts'
import {
  MOVE_RULE,
  moveTarget,
  NAMED_TARGETS,
  SPEED_MAX,
  SPEED_MIN,
  STEP_RULE,
  stepTarget,
  type TargetFrom,
} from '../../shared/time/clock-target.ts'
import { refuseParameter } from '../http/errors.ts'
import { strictBody } from '../http/strict-body.ts'

export const ClockBody = strictBody({
  action: z
    .enum(['pause', 'run', 'step', 'to', 'lock-step'], 'must be pause, run, step, to or lock-step')
    .describe('what to do with the clock'),
  speed: z
    .number('must be a number')
    .min(SPEED_MIN, `must be at least ${SPEED_MIN}`)
    .max(SPEED_MAX, `must be at most ${SPEED_MAX}`)
    .optional()
    .describe('with run only: speed in service seconds per real second; absent: 1'),
  by: z
    .string('must be a text')
    .max(40, 'must have at most 40 characters')
    .optional()
    .describe('with step only: how far to move, such as 90s, 15m, 6h or 1d'),
  to: z
    .string('must be a text')
    .max(40, 'must have at most 40 characters')
    .optional()
    .describe(
      `to only: ${NAMED_TARGETS.join(', ')}, or an instant such as 2026-12-01T09:25, Eastern unless it has an offset`,
    ),
}).meta({ id: 'ClockCommand', description: 'A command for the clock of a simulated market' })
export type ClockBody = z.output<typeof ClockBody>

const OWN = { speed: 'run', by: 'step', to: 'to' } as const

/** The command of a body; refuses members that do not belong to its action, and texts that do not name a time. */
export function clockCommandOf(body: ClockBody, by: string): ClockCommand {
  const { action } = body
  for (const [member, owner] of Object.entries(OWN)) {
    if (body[member as keyof typeof OWN] !== undefined && owner !== action)
      throw refuseParameter(member, `must not be sent with action ${action}`)
  }
  if (action === 'run') return { action, by, speed: body.speed ?? 1 }
  if (action === 'step') return { action, by, targetFrom: named('by', STEP_RULE, stepTarget(body.by ?? '')) }
  if (action === 'to') return { action, by, targetFrom: named('to', MOVE_RULE, moveTarget(body.to ?? '')) }
  return { action, by }
}

function named(field: string, rule: string, target: TargetFrom | null): TargetFrom {
  if (target === null) throw refuseParameter(field, rule)
  return target
}
