import { z } from 'zod'
import { listTokens } from '../../../shared/postgres/trading/account-tokens.ts'
import { lockOpenAccount, readAccount } from '../../../shared/postgres/trading/accounts.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { refuse } from '../../http/errors.ts'
import { handlerRoute } from '../../http/route.ts'
import { answerOnce } from '../answer-once.ts'
import { ACCOUNTS_PATH, AccountParams, TokenParams } from '../parameters.ts'
import { CreateTokenBody, MadeToken, TokenDocument, tokenDocument } from './account-documents.ts'
import { giveToken, takeToken } from './administer-tokens.ts'
import { EXAMPLE_SECRET, EXAMPLE_TOKEN } from './examples.ts'

const words = { class: 'admin', tag: 'trading-admin', errors: ['not_found'] } as const
const path = `${ACCOUNTS_PATH}/:account_id/tokens`
const SHOWN_MAX = 500

const TokenList = z.object({ tokens: z.array(TokenDocument).describe('newest first, the live and the ended') })

export const tradingAdminTokensRoutes = [
  handlerRoute({
    ...words,
    method: 'POST',
    path,
    summary: 'Make a token',
    description:
      'Shown this once. With `replaces` the other token works for `overlap_seconds` more, so that its user can change ' +
      'over. An account has at most 20 live tokens.',
    idempotent: true,
    errors: ['not_found', 'too_many_tokens', 'idempotency_key_sealed'],
    params: AccountParams,
    body: CreateTokenBody,
    bodyExample: { name: 'laptop', scope: 'read', expires_in_days: 90 },
    response: {
      status: 201,
      description: 'The token',
      contentType: JSON_TYPE,
      schema: MadeToken,
      example: { ...EXAMPLE_TOKEN, token: EXAMPLE_SECRET },
    },
    handle: (context, { params, body }, http) =>
      answerOnce(context, { ...http, body, showsToken: true }, async (tx) => {
        const { name, scope, expires_in_days, replaces, overlap_seconds } = body
        const made = await giveToken(tx, await lockOpenAccount(tx, params.account_id), {
          name,
          scope,
          expiresInDays: expires_in_days ?? null,
          replaces: replaces === undefined ? undefined : { id: replaces, overlapSeconds: overlap_seconds },
        })
        return { status: 201, body: MadeToken.parse({ ...tokenDocument(made.row), token: made.token }) }
      }),
  }),
  handlerRoute({
    ...words,
    method: 'GET',
    path,
    summary: 'Tokens of an account',
    description: 'Every token the account was given, without secrets; the newest 500.',
    params: AccountParams,
    response: {
      status: 200,
      description: 'Its tokens',
      contentType: JSON_TYPE,
      schema: TokenList,
      example: { tokens: [EXAMPLE_TOKEN] },
    },
    handle: async ({ reader }, { params }) => {
      const { account, tokens } = await reader.read(async (sql) => ({
        account: await readAccount(sql, params.account_id),
        tokens: await listTokens(sql, params.account_id, SHOWN_MAX),
      }))
      if (!account) throw refuse('not_found')
      return { tokens: tokens.map(tokenDocument) }
    },
  }),
  handlerRoute({
    ...words,
    method: 'DELETE',
    path: `${path}/:token_id`,
    summary: 'Revoke a token',
    description: 'It is refused everywhere within a second or two. Revoking a revoked token changes nothing.',
    params: TokenParams,
    response: {
      status: 200,
      description: 'The token as it is now',
      contentType: JSON_TYPE,
      schema: TokenDocument,
      example: { ...EXAMPLE_TOKEN, live: false, revoked_at: '2026-11-20T11:00:00-05:00' },
    },
    handle: async ({ trading }, { params }) =>
      tokenDocument(
        await trading.write(async (tx) => takeToken(tx, await lockOpenAccount(tx, params.account_id), params.token_id)),
      ),
  }),
]
