import { AppError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'

/** If the schema is missing, every read fails; one log line a minute reports it. */
const SCHEMA_WARN_MS = 60_000
const NO_SCHEMA = 'the database has no schema yet: run npm run migrate'

/** Reports an outage once, however many readers notice it. */
export class OutageLog {
  readonly #log: Log
  readonly #away = new Set<symbol>()
  #warnedAtMs = Number.NEGATIVE_INFINITY

  constructor(log: Log) {
    this.#log = log
  }

  away(reader: symbol, cause: unknown): void {
    if (this.#away.size === 0) this.#log.warn({ cause: String(cause) }, 'database away')
    this.#away.add(reader)
  }

  /** The outage is over when every reader reaches the database again. */
  back(reader: symbol): void {
    this.#away.delete(reader)
    if (this.#away.size === 0) this.#log.info({}, 'database back')
  }

  withoutSchema(cause: unknown): AppError {
    if (performance.now() - this.#warnedAtMs >= SCHEMA_WARN_MS) {
      this.#warnedAtMs = performance.now()
      this.#log.warn({ cause: String(cause) }, NO_SCHEMA)
    }
    return new AppError('unavailable', NO_SCHEMA, { cause })
  }
}
