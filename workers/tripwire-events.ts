import { distanceOf, type EvaluatedWires } from '../pipeline/tripwires/index.ts'
import type { NewEvent } from '../shared/domain/contract/event.ts'
import type { Reservation } from '../shared/domain/contract/event-budget.ts'
import { easternExact } from '../shared/time/eastern.ts'

/** Turns the transitions of wires into rows of the event log. */
export function tripwireEvents(
  { transitions, memories }: Pick<EvaluatedWires, 'transitions' | 'memories'>,
  answers: ReadonlyMap<string, Reservation>,
  cycleId: string | null,
): NewEvent[] {
  return transitions.map((transition): NewEvent => {
    const { wire, at, episode, cause } = transition
    const what = transition.type === 'moved' ? transition.to : transition.type
    const answer = what === 'fired' && episode !== null ? answers.get(episode) : undefined
    const reading = memories[wire.key]?.reading
    return {
      key: `tripwire/${wire.key}/${what}/${easternExact(at)}`,
      kind: 'tripwire',
      subject: wire.key,
      severity: what === 'fired' && wire.risk === 'risk-up' ? 'warning' : 'info',
      title:
        transition.type === 'moved'
          ? `${cause}.`
          : `${wire.label}: the hold was broken after ${transition.heldMinutes} minutes, ${cause}.`,
      at,
      data: {
        from: transition.type === 'moved' ? transition.from : 'triggered',
        to: transition.type === 'moved' ? transition.to : 'triggered',
        ...(transition.type === 'hold_broken' ? { hold_broken_after_minutes: transition.heldMinutes } : {}),
        cause,
        episode,
        risk_direction: wire.risk,
        level_kind: wire.levelKind,
        value: reading?.value ?? null,
        level: reading?.level ?? null,
        distance: reading ? distanceOf(wire, reading) : null,
        ...(answer ? { granted: answer.granted, refused: answer.granted ? null : answer.reason } : {}),
      },
      cycleId,
      origin: 'scheduled',
    }
  })
}
