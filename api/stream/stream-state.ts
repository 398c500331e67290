import { dollarsOf } from '../../shared/domain/trading/money.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { readHoldings } from '../../shared/postgres/trading/holdings.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { ApiContext } from '../http/context.ts'

/** The state that a follower of the market begins with: the regime, the score and the active alerts. */
export async function marketState({
  reader,
  activeAlerts,
}: Pick<ApiContext, 'reader' | 'activeAlerts'>): Promise<unknown> {
  const [model, alerts] = await Promise.all([
    reader.read((sql) => readModel(sql, 'signals/latest')),
    activeAlerts().catch(() => null),
  ])
  const snapshot = model ? (JSON.parse(model.body) as Record<string, unknown>) : {}
  return {
    as_of: model ? easternExact(model.asOf) : null,
    regime: snapshot.regime ?? null,
    regime_now: snapshot.regime_now ?? null,
    health_score: snapshot.health_score ?? null,
    active_alerts:
      alerts?.map(({ alertId, severity, firedAt }) => ({
        alert_id: alertId,
        severity,
        fired_at: easternExact(firedAt),
      })) ?? null,
  }
}

/** Cash and positions without marks, which have routes of their own. */
export async function accountState({ reader }: ApiContext, accountId: number): Promise<unknown> {
  const holdings = await reader.read((sql) => readHoldings(sql, accountId))
  if (!holdings) return null
  const { account, positions } = holdings
  return {
    epoch: account.epoch,
    status: account.status,
    cash: dollarsOf(account.cashE4),
    positions: positions.map(({ instrument, quantity }) => ({ instrument, quantity })),
  }
}
