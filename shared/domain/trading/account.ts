export const ACCOUNT_STATUSES = ['active', 'suspended', 'closing_only', 'deleted'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** What an admin may set; an account is deleted by its own route. */
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
  'limits_changed',
  'reset',
  'deleted',
  'token_created',
  'token_revoked',
  'option_exercised',
  'option_assigned',
  'option_expired',
  /** No price of the underlying is known yet; its options wait for one. */
  'settlement_waits',
  /** Something the service posted left cash below zero, or it still is. */
  'deficit',
  'liquidated',
  /** Equity is below what short stock asks for; it is bought back at the next open unless that is met. */
  'maintenance_call',
  'maintenance_met',
  /** Something has no mark, so nobody is called. */
  'maintenance_unknown',
  'dividend_accrued',
  'dividend_paid',
  'split',
  'borrow_fee',
] as const
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number]

export const DEFAULT_BALANCE_E4 = 1_000_000_000
