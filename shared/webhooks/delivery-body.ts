import type { LoggedEvent } from '../domain/contract/event.ts'

/** Standard Webhooks recommends payloads below 20 kB. */
const BODY_BYTES_MAX = 20_000

/** The same for every attempt, so that a receiver can recognise a repetition. */
export const deliveryId = (webhookId: number, eventId: number): string => `msg_${webhookId}_${eventId}`

/** The event as the log serves it; the facts of one that is too large are left out and are found by its id. */
export function deliveryBody(event: LoggedEvent): string {
  const body = (data: object) => JSON.stringify({ type: event.kind, timestamp: event.at, data })
  const whole = body(event)
  return Buffer.byteLength(whole) <= BODY_BYTES_MAX ? whole : body({ ...event, data: {}, truncated: true })
}

/** Seconds until the next attempt after so many failures; null when there is none. A tenth more or less keeps endpoints apart. */
export function retryAfter(
  failures: number,
  { schedule, asked, random }: { schedule: readonly number[]; asked: number | null; random: number },
): number | null {
  const planned = schedule[failures - 1]
  if (planned === undefined) return null
  return Math.max(planned * (failures === 1 ? 1 : 0.9 + random / 5), asked ?? 0)
}
