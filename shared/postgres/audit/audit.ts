import type { Db } from '../server/db.ts'
import { AI_AUDIT } from './audit-ai.ts'
import { HOLDINGS_AUDIT } from './audit-holdings.ts'
import { POSTINGS_AUDIT } from './audit-postings.ts'
import { RECEIPTS_AUDIT } from './audit-receipts.ts'
import type { AuditRule } from './audit-rule.ts'
import { SIGNALS_AUDIT } from './audit-signals.ts'
import { SNAPSHOT_AUDIT } from './audit-snapshots.ts'
import { TRADES_AUDIT } from './audit-trades.ts'
import { TRADING_AUDIT } from './audit-trading.ts'

/** One rule per invariant, each with a query for the rows that break it. Run by ops, and by tests after every storm. */
const AUDIT: readonly AuditRule[] = [
  ...SIGNALS_AUDIT,
  ...TRADING_AUDIT,
  ...SNAPSHOT_AUDIT,
  ...TRADES_AUDIT,
  ...POSTINGS_AUDIT,
  ...HOLDINGS_AUDIT,
  ...RECEIPTS_AUDIT,
  ...AI_AUDIT,
]

/** More rows of one rule would add nothing. */
const OFFENDERS_MAX = 20

export interface AuditFinding {
  rule: string
  promise: string
  offenders: readonly Record<string, unknown>[]
}

export async function audit(sql: Db): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (const rule of AUDIT)
    findings.push({ rule: rule.name, promise: rule.promise, offenders: await offendersOf(sql, rule) })
  return findings
}

async function offendersOf(sql: Db, { offenders, isOffender }: AuditRule): Promise<Record<string, unknown>[]> {
  const limit = isOffender ? sql`` : sql`limit ${OFFENDERS_MAX}`
  const rows = await sql<Record<string, unknown>[]>`${offenders(sql)} ${limit}`
  return isOffender ? rows.filter(isOffender).slice(0, OFFENDERS_MAX) : rows
}
