/**
 * The closed set of ways an operation can fail. A kind states what the caller
 * should do next, never which technology failed:
 *
 * - invalid:     the input is wrong and will be wrong again; do not retry
 * - not_found:   a row the caller named does not exist
 * - conflict:    it was already done, or the state forbids it
 * - unavailable: a dependency is down or slow; retry later
 * - internal:    our bug, or an unclassified error
 */
const ERROR_KINDS = ['invalid', 'not_found', 'conflict', 'unavailable', 'internal'] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

export class AppError extends Error {
  readonly kind: ErrorKind
  readonly details: Record<string, unknown>

  constructor(kind: ErrorKind, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.kind = kind
    this.details = options.details ?? {}
  }
}

export const errorKind = (error: unknown): ErrorKind => (error instanceof AppError ? error.kind : 'internal')

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
