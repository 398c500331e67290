import type { GetMessage } from 'amqplib'
import { z } from 'zod'
import { systemClock } from '../time/clock.ts'
import { isTooDeep } from './body.ts'

type Headers = NonNullable<GetMessage['properties']['headers']>
/** A message, either pushed or fetched. */
export type Received = Pick<GetMessage, 'content' | 'properties'>

/** When a message became (or becomes) ready, in milliseconds: queues do not report it, AMQP's stamp has seconds. */
export const READY_AT = 'ready-at'
/** Real time, not service time, for the instants and ages on messages. */
export const nowMs = (): number => systemClock.now().getTime()
/** The headers come from the sender of the message. A date holds no more than this. */
export const Millis = z.number().min(0).max(8.64e15)
const Seconds = z.number().min(0).max(8.64e12)
const Count = z.int().min(0)
const Deaths = z.array(z.object({ reason: z.string(), time: z.object({ value: Seconds }).optional() })).min(1)

/** A body that is not JSON, or nested too deep, stays text: the stage runner refuses it, and people can read it. */
export function bodyOf({ content }: Pick<Received, 'content'>): unknown {
  const text = content.toString('utf8')
  try {
    const body = JSON.parse(text)
    return isTooDeep(body) ? text : body
  } catch {
    return text
  }
}

export const headersOf = ({ properties }: Received): Headers => properties.headers ?? {}

export const readyAtOf = (message: Received): number | null =>
  Millis.safeParse(headersOf(message)[READY_AT]).data ?? null

/** How often the broker has delivered it before; the header is absent on a first delivery. */
export const deliveryCount = (message: Received): number =>
  Count.safeParse(headersOf(message)['x-delivery-count']).data ?? 0

/** Why the broker itself gave a message up. */
export function brokerDeath(message: Received): { reason: string; at: Date | null } | null {
  const death = Deaths.safeParse(headersOf(message)['x-death']).data?.[0]
  if (!death) return null
  return { reason: death.reason, at: death.time ? new Date(death.time.value * 1_000) : null }
}
