import { z } from 'zod'
import { GivenName } from '../../../shared/domain/given-name.ts'
import {
  ACCOUNT_ACTORS,
  ACCOUNT_EVENT_KINDS,
  ACCOUNT_STATUSES,
  SETTABLE_STATUSES,
  TOKEN_SCOPES,
} from '../../../shared/domain/trading/account.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { openingBalance } from '../../../shared/domain/trading/new-account.ts'
import type { AccountEvent } from '../../../shared/postgres/trading/account-events.ts'
import type { Token } from '../../../shared/postgres/trading/account-tokens.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { strictBody } from '../../http/strict-body.ts'
import { LimitChangeBody, LimitsDocument, limitsDocument } from './limit-documents.ts'

export const AccountDocument = z
  .object({
    account_id: z.int().describe('its id'),
    name: z.string().describe('its name, for people; need not be unique'),
    balance: z.number().describe('cash in dollars; below zero only with `deficit`'),
    initial_balance: z.number().describe('opening cash of this epoch in dollars'),
    epoch: z
      .int()
      .min(1)
      .describe('1 when the account is opened, one higher after each reset; each epoch has its own ledger'),
    status: z
      .enum(ACCOUNT_STATUSES)
      .describe('active; suspended: no orders; closing_only: only orders that reduce positions; deleted'),
    deficit: z.boolean().describe('true: a settlement left cash below zero, and the account may only close positions'),
    shorting: z.boolean().describe('true: may sell stock short'),
    pacing: z.boolean().describe('true: in lock-step, the clock waits for the agent of this account'),
    limits: LimitsDocument.describe('the limits of its orders'),
    created_at: z.string().describe('when it was created, Eastern, service time'),
  })
  .meta({ id: 'TradingAccount', description: 'A paper-trading account, as an admin sees it' })

export const accountDocument = (account: Account): z.infer<typeof AccountDocument> => ({
  account_id: account.id,
  name: account.name,
  balance: dollarsOf(account.cashE4),
  initial_balance: dollarsOf(account.initialE4),
  epoch: account.epoch,
  status: account.status,
  deficit: account.deficit,
  shorting: account.shorting,
  pacing: account.pacing,
  limits: limitsDocument(account.limits),
  created_at: easternExact(account.createdAt),
})

const token = z.string().describe('the token: shown only in this answer and stored nowhere')
const scope = z.enum(TOKEN_SCOPES).describe('read: GET only; trade: everything an agent may do')

export const TokenDocument = z
  .object({
    token_id: z.string().describe('its id: the public part of the token'),
    name: z.string().describe('its purpose, for people'),
    scope,
    live: z.boolean().describe('true: usable now, neither revoked nor expired'),
    created_at: z.string().describe('when it was created, Eastern, real time'),
    expires_at: z.string().nullable().describe('when it expires, Eastern, real time; null: never'),
    revoked_at: z.string().nullable().describe('when it was revoked, Eastern, real time'),
    last_used_at: z.string().nullable().describe('last use, to the minute, Eastern, real time; null: never'),
  })
  .meta({ id: 'AgentToken', description: 'A token of an account, without its secret' })

const orNull = (at: Date | null): string | null => at && easternExact(at)

export const tokenDocument = (of: Token): z.infer<typeof TokenDocument> => ({
  token_id: of.id,
  name: of.name,
  scope: of.scope,
  live: of.live,
  created_at: easternExact(of.createdAt),
  expires_at: orNull(of.expiresAt),
  revoked_at: orNull(of.revokedAt),
  last_used_at: orNull(of.lastUsedAt),
})

export const NewTokenDocument = TokenDocument.extend({ token }).meta({
  id: 'NewAgentToken',
  description: 'A token that was just created',
})
export const NewAccountDocument = AccountDocument.extend({
  token: token.describe('its first token, of scope trade: shown only in this answer and stored nowhere'),
  token_id: z.string().describe('the id of that token'),
}).meta({ id: 'NewTradingAccount', description: 'An account that was just created, with its first token' })

export const AccountEventDocument = z
  .object({
    id: z.int().describe('number of the event'),
    kind: z.enum(ACCOUNT_EVENT_KINDS).describe('what happened'),
    actor: z.enum(ACCOUNT_ACTORS).describe('who made the change: an admin, the agent or the service'),
    epoch: z.int().describe('the epoch it happened in; for a reset the new epoch'),
    at: z.string().describe('when it happened, Eastern, service time'),
    data: z.record(z.string(), z.json()).describe('the details, which depend on the kind'),
  })
  .meta({ id: 'TradingAccountEvent', description: 'An event of an account' })

export const accountEventDocument = (event: AccountEvent): z.infer<typeof AccountEventDocument> => ({
  id: event.id,
  kind: event.kind,
  actor: event.actor,
  epoch: event.epoch,
  at: easternExact(event.at),
  data: event.data as z.infer<typeof AccountEventDocument>['data'],
})

export const CreateAccountBody = strictBody({
  name: GivenName.describe('its name'),
  balance: openingBalance('100000').optional(),
})

export const PatchAccountBody = strictBody({
  name: GivenName.optional().describe('its new name'),
  status: z
    .enum(SETTABLE_STATUSES, `must be one of ${SETTABLE_STATUSES.join(', ')}`)
    .optional()
    .describe('its new status'),
  shorting: z.boolean('must be true or false').optional().describe('true: may sell stock short'),
  pacing: z
    .boolean('must be true or false')
    .optional()
    .describe('true: in lock-step the clock waits for its agent, which calls POST /api/v1/trading/wake'),
  limits: LimitChangeBody.optional().describe('the limits to change, tighter or looser'),
})

export const ResetAccountBody = strictBody({
  balance: openingBalance('the opening cash of the last epoch').optional(),
}).nullish()

const days = 'must be a whole number from 1 to 3650'
const seconds = 'must be a whole number from 0 to 86400'
export const CreateTokenBody = strictBody({
  name: GivenName.describe('its purpose, for people'),
  scope: z.enum(TOKEN_SCOPES, 'must be read or trade').default('trade').describe('read: GET only; trade: everything'),
  expires_in_days: z.int(days).min(1, days).max(3650, days).optional().describe('absent: it does not expire'),
  replaces: z
    .string('must be the id of a token')
    .regex(/^[0-9A-Za-z]{12}$/, 'must be the id of a token')
    .optional()
    .describe('id of the token of this account that the new one replaces'),
  overlap_seconds: z
    .int(seconds)
    .min(0, seconds)
    .max(86_400, seconds)
    .default(3_600)
    .describe('for how many seconds the replaced token still works'),
})
