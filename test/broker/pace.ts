/** The relay's own three seconds would be waited for by every test in which something is left unsent. */
export const LEFT_AFTER_MS = 500
