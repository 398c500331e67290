import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Db } from '../../shared/postgres/server/db.ts'
import { readWebhook, type Webhook } from '../../shared/postgres/webhooks/webhooks.ts'
import { hostOf, isPublicAddress, refuseTarget } from '../../shared/webhooks/target-address.ts'
import { refuseMissing, refuseParameter } from '../http/errors.ts'

/** A resolver that does not answer must not hold up an admin. */
const RESOLVE_MS = 3_000
const UNRESOLVED = 'the name does not resolve now; it is checked again at each delivery'

/** Refuses a URL that may not be sent to, and returns a warning about one whose name does not resolve. */
export async function checkUrl(url: string, allowLocal: boolean): Promise<string | null> {
  const refused = refuseTarget(url, { allowLocal })
  if (refused) throw refuseParameter('url', refused)
  const host = hostOf(new URL(url))
  if (isIP(host) !== 0) return null
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), RESOLVE_MS).unref())
  const addresses = await Promise.race([lookup(host, { all: true }).catch(() => null), late])
  if (addresses === null) return UNRESOLVED
  if (!allowLocal && addresses.some(({ address }) => !isPublicAddress(address)))
    throw refuseParameter('url', 'must not lead to a private or reserved address')
  return null
}

/** Refuses the id of a webhook that does not exist. */
export const refuseWebhook = () =>
  refuseMissing('There is no such webhook.', 'GET /api/v1/admin/webhooks lists the webhooks.')

export async function requireWebhook(sql: Db, id: number): Promise<Webhook> {
  const webhook = await readWebhook(sql, id)
  if (!webhook) throw refuseWebhook()
  return webhook
}
