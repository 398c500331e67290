export const ACCOUNT_STATUSES = ['active', 'suspended', 'closing_only', 'deleted'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** Statuses an admin may set; deletion has its own route. */
export const SETTABLE_STATUSES = ['active', 'suspended', 'closing_only'] as const

export const TOKEN_SCOPES = ['read', 'trade'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export const ACCOUNT_ACTORS = ['admin', 'agent', 'service'] as const
export type AccountActor = (typeof ACCOUNT_ACTORS)[number]

export const ACCOUNT_EVENT_KINDS = [
  'created',
  'renamed',
  'status_changed',
  'shorting_changed',
  'pacing_changed',
  /** Its agent was silent, so a lock-step no longer waits for it. */
  'left_out',
  'limits_changed',
  'reset',
  'deleted',
  'token_created',
  'token_revoked',
  'option_exercised',
  'option_assigned',
  'option_expired',
  /** No settlement price of the underlying is known yet, so its options wait for one. */
  'settlement_waits',
  /** Cash is below zero after a posting of the service. */
  'deficit',
  'liquidated',
  /** Equity is below the maintenance requirement; short stock is bought back at the next open unless it is met. */
  'maintenance_call',
  'maintenance_met',
  /** A mark is missing, so the account is not called. */
  'maintenance_unknown',
  'dividend_accrued',
  'dividend_paid',
  'split',
  'borrow_fee',
] as const
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number]

export const DEFAULT_BALANCE_E4 = 1_000_000_000
