import { isOverdue } from '../../../shared/domain/trading/trade.ts'
import { lockOpenAccount } from '../../../shared/postgres/trading/accounts.ts'
import { ended, lockTrade, saveEnd, type Trade } from '../../../shared/postgres/trading/trades.ts'
import { serviceNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { refuseTrade } from '../refuse.ts'
import { refuseEnded } from './confirm-trade.ts'

/** Cancels a pending trade. A trade whose quote has expired is saved as expired and refused. */
export async function cancelTrade({ trading }: ApiContext, accountId: number, tradeId: string): Promise<Trade> {
  const after = await trading.write(async (tx, withCommit) => {
    const [, trade, now] = await Promise.all([
      lockOpenAccount(tx, accountId),
      lockTrade(tx, accountId, tradeId),
      serviceNow(tx),
    ])
    if (!trade) throw refuseTrade()
    if (trade.status !== 'pending') throw refuseEnded(trade)
    const end = isOverdue(now, trade)
      ? ended(trade, { status: 'expired', reason: 'quote_expired', at: trade.expiresAt })
      : ended(trade, { status: 'cancelled', reason: 'cancelled_by_agent', at: now })
    withCommit(saveEnd(tx, end))
    return end
  })
  trading.note({ kind: 'trade', id: tradeId, status: after.status })
  if (after.status === 'expired') throw refuseEnded(after)
  return after
}
