import { QUOTE_VALID_MS } from '../shared/domain/trading/trade.ts'
import { AppError } from '../shared/errors.ts'
import { accountLog } from '../shared/postgres/events/events.ts'
import type { Recorded } from './measured/record-trade.ts'

export interface TradeScript {
  script: string
  variables: Record<string, string>
}

/** Statements that write the current time: with a recorded time, counts over the last minute would find nothing. */
const INITIATES = /^with n as materialized \(select service_now\(\) as now\)/
const CONFIRMS = /^select service_now\(\) as now$/
const LOCKS_ACCOUNT = /\bfrom accounts\b[^;]*\bfor update\b/s

/**
 * Turns the recording into a pgbench script with the same texts and parameters, except for those that identify the
 * account. `first` is the account of client 0; each client has its own account, or all share one.
 */
export function tradeScript(recorded: Recorded, { hot }: { hot: boolean }): TradeScript {
  const variables: Record<string, string> = {}
  const own = new Map([
    [String(recorded.accountId), ':account'],
    [recorded.tradeId, ':t_id'],
    [`trade:${recorded.tradeId}`, "('trade:' || :t_id)"],
    [`fill:${recorded.tradeId}`, "('fill:' || :t_id)"],
    [accountLog(recorded.accountId), "('account/' || :account)"],
    [String(recorded.cashBeforeE4), ':a_cashE4'],
    [String(recorded.cashAfterE4), ':cash_after'],
    [String(recorded.entryNumber), ':number'],
    [recorded.createdAt, ':initiated_now'],
    [recorded.expiresAt, `(:initiated_now::timestamptz + interval '${QUOTE_VALID_MS} ms')`],
    [recorded.endedAt, ':confirmed_now'],
  ])
  const used = new Set<string>()
  const lines = recorded.statements.map(({ text, parameters }, at) => {
    const said = text.replaceAll(/\s+/g, ' ').trim()
    const filled = said.replaceAll(/\$(\d+)/g, (_match, position: string) => {
      const value = parameters[Number(position) - 1] ?? null
      if (value === null) return 'null'
      const mine = own.get(value)
      if (mine !== undefined) {
        used.add(mine)
        return mine
      }
      const name = `p${at}_${position}`
      variables[name] = value
      return `:${name}`
    })
    if (INITIATES.test(said)) return `${filled} \\gset initiated_`
    if (CONFIRMS.test(said)) return `${filled} \\gset confirmed_`
    if (LOCKS_ACCOUNT.test(said)) return `${filled} \\gset a_\n${AFTER_LOCK(recorded)}`
    return `${filled};`
  })
  const missing = [...own.values()].filter((each) => !used.has(each))
  if (missing.length > 0) throw new AppError('internal', `the recorded statements never say ${missing.join(', ')}`)
  return {
    script: `\\set account :first${hot ? '' : ' + :client_id'}\nselect gen_random_uuid() as id \\gset t_\n${lines.join('\n')}\n`,
    variables,
  }
}

const AFTER_LOCK = ({ cashBeforeE4, cashAfterE4 }: Recorded): string =>
  `\\set number :a_entries + 1\n\\set cash_after :a_cashE4 - ${cashBeforeE4 - cashAfterE4}`
