import type { BrokerageReading } from './brokerage-watch.ts'

export interface Judgement {
  issues: string[]
  warnings: string[]
}

/**
 * Spec 3.3 and 3.4: the signals do not depend on it, so a wedged client or a login near its end is a warning. What only
 * a person can repair, and what stops trading until then, blocks.
 */
export function judgeBrokerage(
  { status, tokenState, dataState, reason, health }: BrokerageReading,
  { issues, warnings }: Judgement,
): void {
  if (tokenState === 'not_configured' || tokenState === 'unknown') return
  const why = reason ?? tokenState
  if (status === 'expired' || status === 'missing' || status === 'unreadable') issues.push(`brokerage: ${why}`)
  else if (tokenState !== 'valid' && dataState === 'flowing') warnings.push(`brokerage: ${why}`)
  else if (tokenState === 'expiring') warnings.push('brokerage: the login expires within 12 hours')
  if (status === 'token_ok_client_failing') warnings.push(`brokerage: the live SPY quote failed: ${why}`)
  if (health.alarm) {
    warnings.push(`brokerage: the trading client is wedged (${health.consecutiveFailures} failures in a row)`)
  }
}
