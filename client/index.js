import { events } from './events.js'
import { OPERATIONS } from './operations.js'
import { send } from './requests.js'
import { wakes, woken } from './wakes.js'

export { MarketError } from './requests.js'

const AGENT_STREAM = '/api/v1/agents/stream'
const ACCOUNT_STREAM = '/api/v1/trading/stream'
const TICKET = { method: 'POST', path: `${ACCOUNT_STREAM}/ticket`, body: false, json: true }

/** A client of the service at `baseUrl`; `token` is that of an agent, an admin or an internal caller. */
export function createClient(settings) {
  const calls = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    (parameters = {}, options = {}) => send(settings, operation, parameters, options),
  ])
  const ticket = async (signal) => (await send(settings, TICKET, {}, { signal })).ticket
  const methods = Object.fromEntries(calls)
  return {
    ...methods,
    streamEvents: ({ kinds, ...options } = {}) =>
      events({ ...settings, token: undefined }, { ...options, path: AGENT_STREAM, query: { kinds: kinds?.join(',') } }),
    streamAccountEvents: ({ ticketed = false, ...options } = {}) =>
      events(settings, { ...options, path: ACCOUNT_STREAM, ...(ticketed ? { ticket } : {}) }),
    wake: (wish, options) => woken(methods.createWish, wish, options),
    wakes: (next, options) => wakes(methods.createWish, next, options),
    sessions: (options) => wakes(methods.createWish, 'open', options),
    cycles: (options) => wakes(methods.createWish, 'cycle', options),
  }
}
