import { isOverdue } from '../../../shared/domain/trading/trade.ts'
import { ended, lockTrade, saveEnd, type Trade } from '../../../shared/postgres/trading/trades.ts'
import { serviceNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { refuse } from '../../http/errors.ts'
import { lockLiving } from '../accounts/administer-accounts.ts'
import { refuseEnded } from './confirm-trade.ts'

/** Ends a pending trade; one that ran out meanwhile is written down as that, and refused. */
export async function cancelTrade({ trading }: ApiContext, accountId: number, tradeId: string): Promise<Trade> {
  const over = await trading.write(async (tx, withCommit) => {
    const [, trade, now] = await Promise.all([
      lockLiving(tx, accountId),
      lockTrade(tx, accountId, tradeId),
      serviceNow(tx),
    ])
    if (!trade) throw refuse('not_found')
    if (trade.status !== 'pending') throw refuseEnded(trade)
    const end = isOverdue(now, trade)
      ? ended(trade, { status: 'expired', reason: 'quote_expired', at: trade.expiresAt })
      : ended(trade, { status: 'cancelled', reason: 'cancelled_by_agent', at: now })
    withCommit(saveEnd(tx, end))
    return end
  })
  if (over.status === 'expired') throw refuseEnded(over)
  return over
}
