import { DEFAULT_LIMITS } from '../../../shared/domain/trading/limits.ts'
import { limitsDocument } from './limit-documents.ts'

export const EXAMPLE_ACCOUNT = {
  account_id: 7,
  name: 'momentum agent',
  balance: 100_000,
  initial_balance: 100_000,
  epoch: 1,
  status: 'active' as const,
  deficit: false,
  shorting: false,
  limits: limitsDocument(DEFAULT_LIMITS),
  created_at: '2026-11-20T10:31:02-05:00',
}

export const EXAMPLE_TOKEN = {
  token_id: '4kQ0aZr81LmX',
  name: 'laptop',
  scope: 'read' as const,
  live: true,
  created_at: '2026-11-20T10:31:02-05:00',
  expires_at: '2027-02-18T10:31:02-05:00',
  revoked_at: null,
  last_used_at: null,
}

/** What a token looks like; long enough to be one, and nobody's. */
export const EXAMPLE_SECRET = `ms_agt_${EXAMPLE_TOKEN.token_id}_${'x'.repeat(43)}`
