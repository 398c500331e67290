import type { AppError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { ErrorCode } from '../http/error-catalogue.ts'
import { refuse } from './refuse.ts'

/** What a constraint of the database means to whoever ran into it. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  accounts_cash_covers: 'insufficient_funds',
  ledger_entries_agent_covers: 'insufficient_funds',
  positions_are_covered: 'insufficient_position',
}

/** Class 23: a constraint. 22003: more than a column can hold. */
const BROKEN = /^(?:23...|22003)$/

/**
 * The refusal for a broken constraint; null for any other error. One without a name of its own is a conflict and a line
 * for whoever runs the service: the rules before the constraint should have refused it.
 */
export function refusalOf(error: unknown, log: Log): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || !BROKEN.test(String(error.code))) return null
  const constraint = 'constraint_name' in error ? String(error.constraint_name) : ''
  const code = Object.hasOwn(REFUSALS, constraint) ? REFUSALS[constraint] : undefined
  if (code) return refuse(code)
  log.error({ constraint, code: error.code }, 'constraint without a refusal')
  return refuse('conflict')
}
