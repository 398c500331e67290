import {
  distanceOf,
  type EvaluatedWires,
  evaluateWires,
  TRIPWIRE_RULES_VERSION,
  wires,
} from '../pipeline/tripwires/index.ts'
import type { NewMessage } from '../shared/broker/new-message.ts'
import type { Message, StageHandler } from '../shared/broker/run-stage.ts'
import type { NewEvent } from '../shared/domain/contract/event.ts'
import type { Reservation } from '../shared/domain/contract/event-budget.ts'
import { counted } from '../shared/domain/number-words.ts'
import type { Log } from '../shared/log.ts'
import { reserveEventFire } from '../shared/postgres/alerts/event-fires.ts'
import { loadTripwireFacts } from '../shared/postgres/alerts/tripwire-facts.ts'
import { lockWires, saveWires } from '../shared/postgres/alerts/tripwires.ts'
import { appendEvents } from '../shared/postgres/events/events.ts'
import type { Tx } from '../shared/postgres/server/db.ts'
import { announceDocuments } from '../shared/postgres/signals/read-models.ts'
import { sessionOn } from '../shared/time/calendar.ts'
import { eastern, easternExact } from '../shared/time/eastern.ts'
import { openEventReads } from './schedule/ai-slots.ts'

type Trigger = 'minute.collected' | 'signals.computed'

const SERIES = [...new Set(wires.flatMap(({ series }) => series))]
/** Minutes pile up while a worker is away. */
const BATCH = 16
const BOTH = ['ai1', 'ai2'] as const
const KEYS = wires.map(({ key }) => key)

/**
 * Judges each minute by all wires, and each report cycle by the wires on daily series. A wire that fires draws on the
 * shared event budget in the same transaction, and a granted fire opens both reads of an AI cycle there.
 */
export function tripwiresStage({ log }: { log: Log }): StageHandler<Trigger> {
  return {
    stage: 'tripwires',
    handles: ['minute.collected', 'signals.computed'],
    batch: BATCH,
    async handle(tx, message) {
      // Wires are live: a back-filled cycle could only fire them late.
      if (message.payload.origin !== 'scheduled') return []
      const when = instantsOf(message)
      if (when.minute && isAfterClose(when.minute)) return []
      const memories = await lockWires(tx, KEYS, TRIPWIRE_RULES_VERSION)
      const evaluated = evaluateWires(wires, memories, await loadTripwireFacts(tx, { ...when, series: SERIES }))
      if (evaluated.superseded) return []
      await Promise.all([saveWires(tx, evaluated.memories), announceDocuments(tx, 'tripwires')])
      const answers = new Map<string, Reservation>()
      const messages: NewMessage[] = []
      for (const { wire, episode, at, cause } of evaluated.fires) {
        const answer = await reserve(tx, { subject: wire.key, episode, at, cause })
        answers.set(episode, answer)
        if (answer.granted)
          messages.push(...(await openEventReads(tx, { at, fireKey: `wire/${episode}`, stages: BOTH })))
      }
      const cycleId = message.type === 'signals.computed' ? message.cycleId : null
      await appendEvents(tx, tripwireEvents(evaluated, answers, cycleId))
      const fired = [...answers].map(([episode, { granted }]) => ({ episode, granted }))
      const moved = evaluated.transitions.map(({ wire, type }) => `${wire.key} ${type}`)
      if (moved.length > 0) log.info({ cutoff: when.cutoff, moved, fired }, 'tripwires_moved')
      return messages
    },
  }
}

function instantsOf({ type, payload }: Message<Trigger>): { cutoff: Date; minute: Date | null } {
  return type === 'minute.collected'
    ? { cutoff: new Date(payload.collectedAt), minute: new Date(payload.minute) }
    : { cutoff: new Date(payload.cutoff), minute: null }
}

/** The minutes after a close bring its last prices for the bars; wires are judged while the exchange is open. */
const isAfterClose = (minute: Date): boolean => {
  const session = sessionOn(eastern(minute).day)
  return session === null || minute > session.close
}

const reserve = (tx: Tx, { episode, ...fire }: { subject: string; episode: string; at: Date; cause: string }) =>
  reserveEventFire(tx, { key: `wire/${episode}`, source: 'wire', ...fire })

/** A title begins with a capital, also where the label of its wire does not. */
const capitalised = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** Turns the transitions of wires into rows of the event log. */
function tripwireEvents(
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
      title: capitalised(
        transition.type === 'moved'
          ? `${cause}.`
          : `${wire.label}: the hold was broken after ${counted(transition.heldMinutes, 'minute')}, because ${cause}.`,
      ),
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
