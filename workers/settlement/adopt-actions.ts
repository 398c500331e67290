import { termsInWords } from '../../shared/domain/trading/action-report.ts'
import { judgeAction } from '../../shared/domain/trading/judge-action.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { casesIn, enterAction, moveCase, type OpenCase } from '../../shared/postgres/trading/action-proposals.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { SettlementDeps } from './settlement-stage.ts'

const SYMBOLS_AT_ONCE = 10

/** Prices of today's session, by symbol, in ten thousandths. */
export type OpenedPrices = ReadonlyMap<string, number>

const isSplitDue = ({ reports, exDate }: OpenCase, today: string): boolean =>
  reports[0]!.terms.kind === 'split' && exDate <= today

/** Reads, outside the transaction, a price of the session for each split that still lacks a proof. */
export async function findOpened({ sql, market, clock }: SettlementDeps): Promise<OpenedPrices> {
  const now = clock.now()
  const today = eastern(now).day
  const session = sessionOn(today)
  const due = (await casesIn(sql, 'open')).filter((each) => isSplitDue(each, today))
  if (due.length === 0 || !session || now < session.open) return new Map()
  return await pricesSince(market, [...new Set(due.map(({ symbol }) => symbol))], session.open)
}

async function pricesSince(market: LiveMarket, symbols: readonly string[], open: Date): Promise<OpenedPrices> {
  const prices = new Map<string, number>()
  for (let from = 0; from < symbols.length; from += SYMBOLS_AT_ONCE) {
    for (const [symbol, { value }] of await market.quotes(symbols.slice(from, from + SYMBOLS_AT_ONCE)))
      if (value && value.quotedAt >= open) prices.set(symbol, Math.round(value.price * 10_000))
  }
  return prices
}

/**
 * Judges what vendors announced: ordinary or proven announcements become corporate actions, the rest become proposals
 * to the operator. Runs before actions are carried out, so that a proven split of the day is applied at once.
 */
export async function adoptActions({ clock, log }: SettlementDeps, tx: Tx, opened: OpenedPrices): Promise<void> {
  const now = clock.now()
  const today = eastern(now).day
  for (const one of await casesIn(tx, 'open')) {
    const { id, symbol, exDate, reports, closeE4 } = one
    const verdict = judgeAction({ reports, today, closeE4, openedE4: opened.get(symbol) ?? null })
    if (verdict.verdict === 'wait') continue
    const adopted = verdict.verdict === 'apply' && (await enterAction(tx, one, verdict))
    const { reason } = verdict
    await moveCase(tx, id, { from: 'open', to: adopted ? 'applied' : 'proposed', reason, at: now })
    const what = termsInWords(verdict.terms)
    if (adopted) log.info({ symbol, ex_date: exDate, what, reason }, 'action_adopted')
    else log.warn({ symbol, ex_date: exDate, what, reason }, 'action_proposed')
  }
}
