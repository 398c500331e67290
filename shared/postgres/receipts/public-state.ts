import { easternExact } from '../../time/eastern.ts'
import { newestVerdict } from '../ai/ai-verdicts.ts'
import { type AlertRow, alertsStanding } from '../alerts/alerts.ts'
import { sourceStandings } from '../market/source-standing.ts'
import type { Db, Tx } from '../server/db.ts'
import { newestSnapshotAt } from '../signals/snapshots.ts'
import { receiptOf, saveReceipt } from './receipts.ts'

/**
 * Stores what the service could serve at an instant: the newest market snapshot as stored, the active alerts, the
 * verdict and the standing of the sources. Call it after the rows of the transaction are written. Returns its ref.
 */
export async function keepPublicState(tx: Tx, at: Date): Promise<string> {
  const [snapshot, alerts, verdict, sources] = await Promise.all([
    snapshotAt(tx, at),
    alertsStanding(tx, at),
    verdictAt(tx, at),
    sourcesAt(tx, at),
  ])
  const content = { known_at: easternExact(at), ...snapshot, alerts: alerts.map(alertThen), verdict, sources }
  const receipt = receiptOf({ kind: 'state', accountId: null, tradeId: null, knownAt: at }, content)
  await saveReceipt(tx, receipt)
  return receipt.ref
}

async function snapshotAt(db: Db, at: Date) {
  const stored = await newestSnapshotAt(db, at)
  return {
    cycle_id: stored?.cycleId ?? null,
    run: stored?.run ?? null,
    snapshot: stored && JSON.parse(stored.document),
  }
}

const alertThen = ({ id, alertId, severity, message, firedAt, evidence }: AlertRow) => ({
  id,
  alert_id: alertId,
  severity,
  message,
  fired_at: easternExact(firedAt),
  evidence,
})

async function verdictAt(db: Db, at: Date) {
  const verdict = await newestVerdict(db, 'deterministic', at)
  if (!verdict) return null
  const { id, cycleId, asOf, rulesVersion, document } = verdict
  return {
    id,
    cycle_id: cycleId,
    as_of: easternExact(asOf),
    rules_version: rulesVersion,
    verdict: JSON.parse(document),
  }
}

const sourcesAt = async (db: Db, at: Date) =>
  (await sourceStandings(db, at)).map(({ source, ok, degraded, runAt }) => ({
    source,
    ok,
    degraded,
    run_at: easternExact(runAt),
    age_seconds: Math.round((at.getTime() - runAt.getTime()) / 1000),
  }))
