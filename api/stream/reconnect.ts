export const RECONNECT_FIRST_MS = 1_000
const RECONNECT_LAST_MS = 30_000
/** Two hundred streams a second are opened elsewhere without being noticed. */
const RECONNECT_APART_MS = 5

/** When each stream of a replica that stops should be opened again, so that they do not all come at once. */
export const reconnectInMs = (at: number, count: number): number =>
  RECONNECT_FIRST_MS + Math.round(at * Math.min(RECONNECT_APART_MS, (RECONNECT_LAST_MS - RECONNECT_FIRST_MS) / count))
