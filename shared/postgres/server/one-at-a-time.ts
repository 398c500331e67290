import type { Pool } from './db.ts'

/** The driver asks this of a statement that it has sent: whether another one may follow on the connection. */
const mayNotBeFollowed = (): boolean => false

/** A pool whose connections send a statement only after the answer to the one before, outside of transactions. */
export function oneAtATime(pool: Pool): Pool {
  return new Proxy(pool, {
    apply: (target, self, args) => alone(Reflect.apply(target, self, args)),
    get: (target, key) => {
      const held: unknown = Reflect.get(target, key)
      if (key !== 'unsafe' || typeof held !== 'function') return held
      return (...args: unknown[]) => alone(Reflect.apply(held, target, args))
    },
  })
}

/** A pool returns a statement, which begins when it is awaited, or a part of a statement, which has no options. */
function alone<T>(made: T): T {
  const { options } = made as { options?: { onexecute?: () => boolean } }
  if (options) options.onexecute ??= mayNotBeFollowed
  return made
}
