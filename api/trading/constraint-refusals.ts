import type { AppError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { ErrorCode } from '../http/error-catalogue.ts'
import { refuse } from './refuse.ts'

/** The refusal that each broken constraint means to a client. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  accounts_cash_covers: 'insufficient_funds',
  ledger_entries_agent_covers: 'insufficient_funds',
  positions_are_covered: 'insufficient_position',
}

/** Class 23 is a broken constraint, 22003 a number that does not fit its column. */
const BROKEN = /^(?:23...|22003)$/

/**
 * The refusal for a broken constraint; null for any other error. A constraint that is not listed becomes `conflict` and
 * an error in the log, because a rule before it should have refused the request.
 */
export function refusalOf(error: unknown, log: Log): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || !BROKEN.test(String(error.code))) return null
  const constraint = 'constraint_name' in error ? String(error.constraint_name) : ''
  const code = Object.hasOwn(REFUSALS, constraint) ? REFUSALS[constraint] : undefined
  if (code) return refuse(code)
  log.error({ constraint, code: error.code }, 'constraint_without_refusal')
  return refuse('conflict')
}
