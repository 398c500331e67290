import { z } from 'zod'
import type { ClockCommand } from '../../shared/postgres/server/clock-commands.ts'
import {
  isCovered,
  isNamedTarget,
  NAMED_TARGETS,
  nextNamed,
  SPEED_MAX,
  SPEED_MIN,
  stepMs,
  writtenInstant,
} from '../../shared/time/clock-target.ts'
import { refuseParameter } from '../http/errors.ts'

export const ClockBody = z
  .strictObject({
    action: z
      .enum(['pause', 'run', 'step', 'to', 'lock-step'], 'must be pause, run, step, to or lock-step')
      .describe('what to do with the clock'),
    speed: z
      .number('must be a number')
      .min(SPEED_MIN, `must be at least ${SPEED_MIN}`)
      .max(SPEED_MAX, `must be at most ${SPEED_MAX}`)
      .optional()
      .describe('run only: service seconds a real second; absent: 1'),
    by: z
      .string('must be a text')
      .max(40, 'must have at most 40 characters')
      .optional()
      .describe('step only: how far, such as 90s, 15m, 6h or 1d'),
    to: z
      .string('must be a text')
      .max(40, 'must have at most 40 characters')
      .optional()
      .describe(
        `to only: ${NAMED_TARGETS.join(', ')}, or an instant such as 2026-12-01T09:25, Eastern unless it has an offset`,
      ),
  })
  .meta({ id: 'ClockCommand', description: 'A command for the clock of a simulated market' })
export type ClockBody = z.output<typeof ClockBody>

const OWN = { speed: 'run', by: 'step', to: 'to' } as const

/** The command of a body; refuses members that do not belong to its action, and texts that name no time. */
export function clockCommandOf(body: ClockBody, by: string): ClockCommand {
  const { action } = body
  for (const [member, owner] of Object.entries(OWN)) {
    if (body[member as keyof typeof OWN] !== undefined && owner !== action)
      throw refuseParameter(member, `must not be sent with action ${action}`)
  }
  if (action === 'run') return { action, by, speed: body.speed ?? 1 }
  if (action === 'step') return { action, by, targetFrom: covered('by', stepOf(body.by)) }
  if (action === 'to') return { action, by, targetFrom: covered('to', targetOf(body.to)) }
  return { action, by }
}

type TargetFrom = (now: Date) => Date

function stepOf(text: string | undefined): TargetFrom {
  const ms = stepMs(text ?? '')
  if (ms === null) throw refuseParameter('by', 'must be a duration above zero, such as 90s, 15m, 6h or 1d')
  return (now) => new Date(now.getTime() + ms)
}

function targetOf(text = ''): TargetFrom {
  if (isNamedTarget(text)) return (now) => nextNamed(text, now)
  const instant = writtenInstant(text)
  if (instant === null)
    throw refuseParameter(
      'to',
      `must be ${NAMED_TARGETS.join(', ')}, or an instant of a day that exists, such as 2026-12-01T09:25`,
    )
  return () => instant
}

const covered =
  (field: string, target: TargetFrom): TargetFrom =>
  (now) => {
    const instant = target(now)
    if (Number.isNaN(instant.getTime()) || !isCovered(instant))
      throw refuseParameter(field, 'must not lead beyond 2060-12-31, where the simulated calendar ends')
    return instant
  }
