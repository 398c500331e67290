import { z } from 'zod'
import { listAccounts } from '../../../shared/postgres/trading/accounts.ts'
import { openAccount } from '../../../shared/postgres/trading/open-account.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { answerOnce } from '../answer-once.ts'
import { ACCOUNTS_PATH, AccountParams, Page } from '../parameters.ts'
import {
  AccountDocument,
  accountDocument,
  CreateAccountBody,
  NewAccountDocument,
  PatchAccountBody,
  ResetAccountBody,
} from './account-documents.ts'
import { deleteAccount, patchAccount, resetAccount } from './administer-accounts.ts'
import { EventList, readEventList } from './event-list.ts'
import { openingSpy } from './opening-spy.ts'

const EXAMPLES = readExample<{
  account: z.infer<typeof AccountDocument>
  token: { token_id: string }
  secret: string
}>(import.meta.url, './admin-examples.json')

const admin = { class: 'admin', tag: 'trading-admin' } as const
const one = `${ACCOUNTS_PATH}/:account_id`

const AccountList = z.object({
  accounts: z.array(AccountDocument).describe('oldest first, without deleted accounts'),
  total: z.int().describe('number of accounts on all pages'),
})
const DeletedAccount = z.object({
  account_id: z.int().describe('its id'),
  status: z.literal('deleted').describe('its new status'),
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
    summary: 'Create an account',
    description: 'Creates an account with its opening cash and a first token of scope trade, which is shown only once.',
    idempotent: true,
    errors: ['idempotency_key_sealed'],
    body: CreateAccountBody,
    bodyExample: { name: 'momentum agent', balance: 100_000 },
    response: answers(201, 'The account, with its first token', NewAccountDocument, {
      ...EXAMPLES.account,
      token: EXAMPLES.secret,
      token_id: EXAMPLES.token.token_id,
    }),
    async handle(context, { body }, http) {
      const spyE4 = await openingSpy(context)
      return await answerOnce(context, { ...http, body, showsToken: true }, async (tx) => {
        const { account, issued } = await openAccount(tx, body, spyE4)
        const document = { ...accountDocument(account), token: issued.token, token_id: issued.row.id }
        return { status: 201, body: NewAccountDocument.parse(document) }
      })
    },
  }),
  handlerRoute({
    ...admin,
    method: 'GET',
    path: ACCOUNTS_PATH,
    summary: 'All accounts',
    description: 'Every account that has not been deleted, with its cash, status and limits.',
    query: Page,
    response: answers(200, 'A page of accounts', AccountList, { accounts: [EXAMPLES.account], total: 1 }),
    handle: async ({ reader }, { query }) => {
      const { accounts, total } = await reader.read((sql) => listAccounts(sql, query))
      return { accounts: accounts.map(accountDocument), total }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'PATCH',
    path: one,
    summary: 'Change an account',
    description:
      'Changes name, status, shorting, pacing or limits: only the fields that are sent. Each change is recorded as ' +
      'an event of the account. An admin may also loosen limits; an agent may only tighten them.',
    errors: ['not_found'],
    params: AccountParams,
    body: PatchAccountBody,
    bodyExample: { status: 'suspended', limits: { max_order_notional: 25_000 } },
    response: answers(200, 'The account as it is now', AccountDocument, EXAMPLES.account),
    handle: async ({ trading }, { params, body }) =>
      accountDocument(await trading.write((tx) => patchAccount(tx, params.account_id, body))),
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: `${one}/reset`,
    summary: 'Reset an account',
    description:
      'Begins a new epoch with fresh cash and no positions. Tokens and limits stay, and the ledgers of earlier epochs ' +
      'can still be read. Without a balance the new epoch opens with the opening cash of the last one.',
    idempotent: true,
    errors: ['not_found'],
    params: AccountParams,
    body: ResetAccountBody,
    bodyExample: { balance: 50_000 },
    response: answers(200, 'The account in its new epoch', AccountDocument, { ...EXAMPLES.account, epoch: 2 }),
    async handle(context, { params, body }, http) {
      const spyE4 = await openingSpy(context)
      return await answerOnce(context, { ...http, body }, async (tx) => {
        const account = await resetAccount(tx, params.account_id, { balanceE4: body?.balance, spyE4 })
        return { status: 200, body: AccountDocument.parse(accountDocument(account)) }
      })
    },
  }),
  handlerRoute({
    ...admin,
    method: 'DELETE',
    path: one,
    summary: 'Delete an account',
    description:
      'Its tokens stop working within 2 seconds and it can no longer trade; its ledger and events remain readable.',
    errors: ['not_found'],
    params: AccountParams,
    response: answers(200, 'The account is deleted', DeletedAccount, { account_id: 7, status: 'deleted' }),
    handle: async ({ trading }, { params }) => {
      await trading.write((tx) => deleteAccount(tx, params.account_id))
      return { account_id: params.account_id, status: 'deleted' }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'GET',
    path: `${one}/events`,
    summary: 'Events of an account',
    description: 'Who changed what in the account and when, newest first; also for a deleted account.',
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
