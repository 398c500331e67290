import { createHash } from 'node:crypto'
import { scrubBody } from '../../flow-vendor/scrub.ts'
import type { Db } from '../server/db.ts'

export const RECEIPT_KINDS = ['state', 'quote', 'fill'] as const
export type ReceiptKind = (typeof RECEIPT_KINDS)[number]

/** A receipt holds what was known when something was decided, under the digest of its bytes. */
export interface Receipt {
  ref: string
  kind: ReceiptKind
  /** Null: everybody may read it. */
  accountId: number | null
  tradeId: string | null
  knownAt: Date
  body: string
}

const DIGEST_CHARS = 40

/** The bytes of a decision and their name. The unnamed vendor is scrubbed here, since the bytes are served unchanged. */
export function receiptOf(receipt: Omit<Receipt, 'ref' | 'body'>, content: object): Receipt {
  const body = scrubBody(JSON.stringify({ kind: receipt.kind, ...content }), true)
  const digest = createHash('sha256').update(body, 'utf8').digest('hex').slice(0, DIGEST_CHARS)
  return { ...receipt, body, ref: `${receipt.kind}-${digest}` }
}

/** Equal bytes are one receipt. */
export async function saveReceipt(db: Db, { ref, kind, accountId, tradeId, knownAt, body }: Receipt): Promise<void> {
  await db`
    insert into receipts (ref, kind, account_id, trade_id, known_at, body)
    values (${ref}, ${kind}, ${accountId}, ${tradeId}, ${knownAt}, ${body})
    on conflict (ref) do nothing`
}

export async function readReceipt(db: Db, ref: string): Promise<Receipt | null> {
  const [row] = await db<Receipt[]>`
    select r.ref, r.kind, r.account_id as "accountId", r.trade_id as "tradeId", r.known_at as "knownAt", r.body
    from receipts as r where r.ref = ${ref}`
  return row ?? null
}

/** The newest state that was kept; null before the first cycle. */
export async function newestStateRef(db: Db): Promise<string | null> {
  const [row] = await db<{ ref: string }[]>`
    select r.ref from receipts as r where r.account_id is null order by r.id desc limit 1`
  return row?.ref ?? null
}
