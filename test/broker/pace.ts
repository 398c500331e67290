/** Shorter than the relay's own three seconds, for which every test with unsent messages would wait. */
export const LEFT_AFTER_MS = 500
