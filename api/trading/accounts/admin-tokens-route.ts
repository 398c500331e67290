import { z } from 'zod'
import { listTokens } from '../../../shared/postgres/trading/account-tokens.ts'
import { readAccount } from '../../../shared/postgres/trading/accounts.ts'
import { withdrawToken } from '../../../shared/postgres/trading/open-account.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { refuseMissing } from '../../http/errors.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { answerOnce } from '../answer-once.ts'
import { ACCOUNTS_PATH, AccountParams, TokenParams } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { CreateTokenBody, NewTokenDocument, TokenDocument, tokenDocument } from './account-documents.ts'
import { lockNamedAccount } from './administer-accounts.ts'
import { issueToken } from './administer-tokens.ts'

const EXAMPLES = readExample<{ token: z.infer<typeof TokenDocument>; secret: string }>(
  import.meta.url,
  './admin-examples.json',
)

const admin = { class: 'admin', tag: 'trading-admin', errors: ['not_found'] } as const
const path = `${ACCOUNTS_PATH}/:account_id/tokens`
const SHOWN_MAX = 500

const TokenList = z.object({ tokens: z.array(TokenDocument).describe('newest first, live and ended ones') })

export const tradingAdminTokensRoutes = [
  handlerRoute({
    ...admin,
    method: 'POST',
    path,
    summary: 'Create a token',
    description:
      'The token is shown only once. With `replaces` the replaced token works for `overlap_seconds` more, so that its ' +
      'user can switch. An account has at most 20 live tokens.',
    idempotent: true,
    errors: ['not_found', 'too_many_tokens', 'idempotency_key_sealed'],
    params: AccountParams,
    body: CreateTokenBody,
    bodyExample: { name: 'laptop', scope: 'read', expires_in_days: 90 },
    response: {
      status: 201,
      description: 'The token',
      contentType: JSON_TYPE,
      schema: NewTokenDocument,
      example: { ...EXAMPLES.token, token: EXAMPLES.secret },
    },
    handle: (context, { params, body }, http) =>
      answerOnce(context, { ...http, body, showsToken: true }, async (tx) => {
        const { name, scope, expires_in_days, replaces, overlap_seconds } = body
        const issued = await issueToken(tx, await lockNamedAccount(tx, params.account_id), {
          name,
          scope,
          expiresInDays: expires_in_days ?? null,
          replaces: replaces === undefined ? undefined : { id: replaces, overlapSeconds: overlap_seconds },
        })
        return { status: 201, body: NewTokenDocument.parse({ ...tokenDocument(issued.row), token: issued.token }) }
      }),
  }),
  handlerRoute({
    ...admin,
    method: 'GET',
    path,
    summary: 'Tokens of an account',
    description: 'The newest 500 tokens of the account, without their secrets.',
    params: AccountParams,
    response: {
      status: 200,
      description: 'Its tokens',
      contentType: JSON_TYPE,
      schema: TokenList,
      example: { tokens: [EXAMPLES.token] },
    },
    handle: async ({ reader }, { params }) => {
      const { account, tokens } = await reader.read(async (sql) => ({
        account: await readAccount(sql, params.account_id),
        tokens: await listTokens(sql, params.account_id, SHOWN_MAX),
      }))
      if (!account) throw refuseAccount()
      return { tokens: tokens.map(tokenDocument) }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'DELETE',
    path: `${path}/:token_id`,
    summary: 'Revoke a token',
    description: 'The token stops working everywhere within 2 seconds. Revoking a revoked token changes nothing.',
    params: TokenParams,
    response: {
      status: 200,
      description: 'The token as it is now',
      contentType: JSON_TYPE,
      schema: TokenDocument,
      example: { ...EXAMPLES.token, live: false, revoked_at: '2026-11-20T11:00:00-05:00' },
    },
    async handle({ trading }, { params }) {
      const token = await trading.write(async (tx) =>
        withdrawToken(tx, await lockNamedAccount(tx, params.account_id), params.token_id),
      )
      if (!token) {
        throw refuseMissing(
          'This account has no such token.',
          'GET /api/v1/trading/admin/accounts/{account_id}/tokens lists the tokens of the account.',
        )
      }
      return tokenDocument(token)
    },
  }),
]
