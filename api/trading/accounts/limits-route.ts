import { DEFAULT_LIMITS } from '../../../shared/domain/trading/limits.ts'
import { readAccount } from '../../../shared/postgres/trading/accounts.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { tightenLimits } from './administer-accounts.ts'
import { LimitChangeBody, LimitsDocument, limitChange, limitsDocument } from './limit-documents.ts'

const path = `${TRADING_PATH}/limits`
const response = {
  status: 200,
  description: 'The limits in force',
  contentType: JSON_TYPE,
  schema: LimitsDocument,
  example: limitsDocument(DEFAULT_LIMITS),
}

export const tradingLimitsRoutes = [
  handlerRoute({
    class: 'public',
    agentWelcome: true,
    tag: 'trading',
    method: 'GET',
    path,
    summary: 'Limits of orders',
    description: 'Without a token, the limits of a new account; with an agent’s token, the limits of its account.',
    response,
    handle: async ({ reader }, _input, { request, reply }) => {
      void reply.header('cache-control', 'no-store')
      if (request.caller === null) return limitsDocument(DEFAULT_LIMITS)
      const account = await reader.read((sql) => readAccount(sql, callerAccount(request)))
      if (!account) throw refuseAccount()
      return limitsDocument(account.limits)
    },
  }),
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'PATCH',
    path,
    summary: 'Tighten your limits',
    description:
      'If any limit would become looser, the whole change is refused. Only an admin can loosen a limit again.',
    errors: ['limits_only_tighten'],
    body: LimitChangeBody,
    bodyExample: { orders_per_minute: 10 },
    response,
    handle: async ({ trading }, { body }, { request }) =>
      limitsDocument(await trading.write((tx) => tightenLimits(tx, callerAccount(request), limitChange(body)))),
  }),
]
