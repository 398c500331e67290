import type { Severity } from '../contract/alert.ts'
import type { ACCOUNT_LOG_KINDS } from '../contract/event.ts'
import type { AccountEventKind } from './account.ts'

export interface AccountLogEntry {
  kind: (typeof ACCOUNT_LOG_KINDS)[number]
  severity: Severity
  title: string
}

const told = (kind: AccountLogEntry['kind'], severity: Severity, title: string): AccountLogEntry => ({
  kind,
  severity,
  title,
})

/** The form in which each event of an account appears in the account's log. */
export const ACCOUNT_LOG: Readonly<Record<AccountEventKind, AccountLogEntry>> = {
  created: told('account', 'info', 'The account was created.'),
  renamed: told('account', 'info', 'The account was renamed.'),
  status_changed: told('account', 'warning', 'The status of the account changed.'),
  shorting_changed: told('account', 'info', 'The permission to sell short changed.'),
  pacing_changed: told('account', 'info', 'Whether the clock waits for the agent in lock-step changed.'),
  left_out: told('account', 'warning', 'The clock no longer waits for this account, because its tokens made no call.'),
  limits_changed: told('account', 'info', 'Limits of the account changed.'),
  reset: told('account', 'warning', 'The account was reset and began a new epoch.'),
  deleted: told('account', 'warning', 'The account was deleted.'),
  token_created: told('account', 'info', 'A token was created.'),
  token_revoked: told('account', 'warning', 'A token was revoked.'),
  option_exercised: told('settlement', 'info', 'A long option was exercised at its expiry.'),
  option_assigned: told('settlement', 'warning', 'A short option was assigned at its expiry.'),
  option_expired: told('settlement', 'info', 'An option expired worthless.'),
  settlement_waits: told('settlement', 'warning', 'Expired options wait for a settlement price of their underlying.'),
  borrow_fee: told('settlement', 'info', 'The fee for borrowing short stock was charged.'),
  deficit: told(
    'call',
    'critical',
    'Cash fell below zero by something that the service booked, such as an assignment, a dividend owed or a fee.',
  ),
  liquidated: told(
    'call',
    'critical',
    'The service closed positions, because cash was below zero or a maintenance call was not met.',
  ),
  maintenance_call: told('call', 'critical', 'Equity is below the maintenance requirement.'),
  maintenance_met: told('call', 'info', 'Equity meets the maintenance requirement again.'),
  maintenance_unknown: told('call', 'warning', 'The maintenance requirement could not be checked: a mark is missing.'),
  dividend_accrued: told('corporate_action', 'info', 'A dividend went ex and was accrued.'),
  dividend_paid: told('corporate_action', 'info', 'A dividend was paid.'),
  split: told('corporate_action', 'warning', 'A split changed quantities and prices, or paid positions out in cash.'),
}
