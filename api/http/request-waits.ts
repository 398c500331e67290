import type { ServerResponse } from 'node:http'

const WAITS = 'request waits'

/**
 * Says that from now on a request only waits: it is a stream that has opened or a long poll. The event loop has no work
 * for it, so no other request needs to let it pass.
 */
export const sayItWaits = (response: Pick<ServerResponse, 'emit'>): void => void response.emit(WAITS)

/** Calls the listener each time the request of this response begins to wait. */
export const onWaits = (response: Pick<ServerResponse, 'on'>, listener: () => void): void =>
  void response.on(WAITS, listener)
