import { z } from 'zod'
import { listAccounts } from '../../../shared/postgres/trading/accounts.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { handlerRoute } from '../../http/route.ts'
import { answerOnce } from '../answer-once.ts'
import { ACCOUNTS_PATH, AccountParams, Page } from '../parameters.ts'
import {
  AccountDocument,
  accountDocument,
  CreateAccountBody,
  CreatedAccount,
  PatchAccountBody,
  ResetAccountBody,
} from './account-documents.ts'
import { createAccount, deleteAccount, patchAccount, resetAccount } from './administer-accounts.ts'
import { EventList, readEventList } from './event-list.ts'
import { EXAMPLE_ACCOUNT, EXAMPLE_SECRET, EXAMPLE_TOKEN } from './examples.ts'

const admin = { class: 'admin', tag: 'trading-admin' } as const
const one = `${ACCOUNTS_PATH}/:account_id`

const AccountList = z.object({
  accounts: z.array(AccountDocument).describe('oldest first, without deleted ones'),
  total: z.int().describe('how many there are'),
})
const Deleted = z.object({
  account_id: z.int().describe('its id'),
  status: z.literal('deleted').describe('what it is now'),
})

const answers = <S extends z.ZodType>(status: number, description: string, schema: S, example: z.input<S>) => ({
  status,
  description,
  contentType: JSON_TYPE,
  schema,
  example,
})

export const tradingAdminAccountsRoutes = [
  handlerRoute({
    ...admin,
    method: 'POST',
    path: ACCOUNTS_PATH,
    summary: 'Make an account',
    description: 'An account with its cash and a first token of scope trade, which is shown this once.',
    idempotent: true,
    errors: ['idempotency_key_sealed'],
    body: CreateAccountBody,
    bodyExample: { name: 'momentum agent', balance: 100_000 },
    response: answers(201, 'The account, with its first token', CreatedAccount, {
      ...EXAMPLE_ACCOUNT,
      token: EXAMPLE_SECRET,
      token_id: EXAMPLE_TOKEN.token_id,
    }),
    handle: (context, { body }, http) =>
      answerOnce(context, { ...http, body, showsToken: true }, async (tx) => {
        const { account, made } = await createAccount(tx, body)
        const shown = { ...accountDocument(account), token: made.token, token_id: made.row.id }
        return { status: 201, body: CreatedAccount.parse(shown) }
      }),
  }),
  handlerRoute({
    ...admin,
    method: 'GET',
    path: ACCOUNTS_PATH,
    summary: 'All accounts',
    description: 'Every account that has not been deleted, with its cash, state and limits.',
    query: Page,
    response: answers(200, 'A page of accounts', AccountList, { accounts: [EXAMPLE_ACCOUNT], total: 1 }),
    handle: async ({ reader }, { query }) => {
      const { accounts, total } = await reader.read((sql) => listAccounts(sql, query))
      return { accounts: accounts.map(accountDocument), total }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'PATCH',
    path: one,
    summary: 'Rename, suspend, bound',
    description:
      'Changes what is sent and nothing else; each change is an event of the account. An admin may loosen limits, an ' +
      'agent only tighten them.',
    errors: ['not_found'],
    params: AccountParams,
    body: PatchAccountBody,
    bodyExample: { status: 'suspended', limits: { max_order_notional: 25_000 } },
    response: answers(200, 'The account as it is now', AccountDocument, EXAMPLE_ACCOUNT),
    handle: async ({ trading }, { params, body }) =>
      accountDocument(await trading.write((tx) => patchAccount(tx, params.account_id, body))),
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: `${one}/reset`,
    summary: 'Begin anew',
    description:
      'A new epoch: its cash begins anew and nothing is held. Tokens and limits stay, and so do the ledgers of earlier ' +
      'epochs, for who asks for them. Without a body, or without balance in it, with what the last epoch began with.',
    idempotent: true,
    errors: ['not_found'],
    params: AccountParams,
    body: ResetAccountBody,
    bodyExample: { balance: 50_000 },
    response: answers(200, 'The account in its new epoch', AccountDocument, { ...EXAMPLE_ACCOUNT, epoch: 2 }),
    handle: (context, { params, body }, http) =>
      answerOnce(context, { ...http, body }, async (tx) => {
        const account = await resetAccount(tx, params.account_id, body?.balance)
        return { status: 200, body: AccountDocument.parse(accountDocument(account)) }
      }),
  }),
  handlerRoute({
    ...admin,
    method: 'DELETE',
    path: one,
    summary: 'Delete an account',
    description: 'Its tokens end at once and it takes part in nothing any more; its ledger and events are kept.',
    errors: ['not_found'],
    params: AccountParams,
    response: answers(200, 'It is deleted', Deleted, { account_id: 7, status: 'deleted' }),
    handle: async ({ trading }, { params }) => {
      await trading.write((tx) => deleteAccount(tx, params.account_id))
      return { account_id: params.account_id, status: 'deleted' }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'GET',
    path: `${one}/events`,
    summary: 'What happened to an account',
    description: 'Who did what to it and when, newest first; also of a deleted account.',
    errors: ['not_found'],
    params: AccountParams,
    query: Page,
    response: answers(200, 'A page of events', EventList, {
      events: [
        {
          id: 12,
          kind: 'status_changed',
          actor: 'admin',
          epoch: 1,
          at: '2026-11-20T10:40:00-05:00',
          data: { from: 'active', to: 'suspended' },
        },
      ],
      total: 1,
    }),
    handle: (context, { params, query }) => readEventList(context, params.account_id, query),
  }),
]
