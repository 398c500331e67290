/**
 * The words of our own bodies. A body that sends one where it may not be is told which; any other unknown
 * member is the caller's invention, and an error never repeats those.
 */
export const MEMBER_NAMES: ReadonlySet<string> = new Set([
  ...['account_id', 'name', 'balance', 'initial_balance', 'cash', 'equity', 'buying_power', 'epoch', 'status'],
  ...['deficit', 'shorting', 'limits', 'created_at', 'token', 'token_id', 'scope', 'role', 'expires_at'],
  ...['expires_in_days', 'replaces', 'overlap_seconds', 'live', 'revoked_at', 'last_used_at', 'actor', 'admin'],
  ...['max_order_notional', 'max_position_pct', 'max_day_loss', 'orders_per_minute', 'max_pending_trades'],
  ...['client_order_id', 'legs', 'contract', 'expiration', 'strike', 'type', 'class', 'underlying', 'reason', 'total'],
  ...['bid', 'ask', 'tolerance', 'delayed', 'cash_before', 'cash_after', 'executed_price', 'ended_at', 'instrument'],
  ...['max_loss', 'max_loss_reason', 'requirement', 'ratio', 'required', 'maintenance'],
  ...['conditions', 'metric', 'op', 'value', 'horizon', 'drawdown_pct'],
  ...['trade_id', 'symbol', 'side', 'quantity', 'price', 'filled_price', 'notional', 'fees', 'positions', 'id'],
])
