import { z } from 'zod'
import { accountEvents } from '../../../shared/postgres/trading/account-events.ts'
import { readAccount } from '../../../shared/postgres/trading/accounts.ts'
import type { ApiContext } from '../../http/context.ts'
import type { Page } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { AccountEventDocument, accountEventDocument } from './account-documents.ts'

export const EventList = z.object({
  events: z.array(AccountEventDocument).describe('newest first'),
  total: z.int().describe('number of events on all pages'),
})

/** The events of all epochs of an account, also of a deleted one. */
export async function readEventList(
  { reader }: ApiContext,
  accountId: number,
  page: z.output<typeof Page>,
): Promise<z.input<typeof EventList>> {
  const { account, events, total } = await reader.read(async (sql) => ({
    account: await readAccount(sql, accountId),
    ...(await accountEvents(sql, accountId, page)),
  }))
  if (!account) throw refuseAccount()
  return { events: events.map(accountEventDocument), total }
}
