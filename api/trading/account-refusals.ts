import type { ErrorEntry } from '../http/error-catalogue.ts'

/** Ends the advice of each refusal that offers a smaller order. */
export const OTHER_BOUND =
  'details.limited_by is the code of the rule that sets this maximum. details.bounding_limit is the limit of the account that sets it.'

/** The refusals of accounts, their tokens and limits. */
export const ACCOUNT_REFUSALS = {
  idempotency_key_sealed: {
    status: 409,
    message: 'The first answer holds a token and can only be opened with the admin token of the first request.',
    retryable: false,
    fix: 'Create another token for the account and revoke the lost one.',
  },
  limits_only_tighten: {
    status: 409,
    message: 'An agent may only tighten its limits, and this change would loosen some.',
    retryable: false,
    fix: 'Leave out the limits named in details.limits, or ask an admin.',
  },
  too_many_tokens: {
    status: 409,
    message: 'The account has the maximum number of live tokens.',
    retryable: false,
    fix: 'Revoke a token of the account first.',
  },
  insufficient_funds: {
    status: 422,
    message: 'The cash of the account does not cover this.',
    retryable: false,
    fix: `Read the account’s balance and request less. For an order, details.max_quantity is the largest one that passes, at its worst price. ${OTHER_BOUND}`,
  },
  insufficient_position: {
    status: 422,
    message: 'The account does not hold what this would take from it.',
    retryable: false,
    fix: `For an order, details.held is the position and details.max_quantity the largest order that passes. Selling more needs an admin to enable shorting. ${OTHER_BOUND}`,
  },
} as const satisfies Record<string, ErrorEntry>
