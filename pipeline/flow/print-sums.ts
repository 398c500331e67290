import type { FlowAmount, FlowPremiumBySide, FlowPrints, FlowSides } from '../../shared/domain/contract/flow-prints.ts'
import type { SummedPrints } from '../../shared/domain/market/option-print.ts'

const STRIKES_MAX = 40
const EXPIRATIONS_MAX = 40

export interface PrintDocument extends Omit<FlowPrints, 'newest_at'> {
  by_side: FlowSides
  opening: FlowAmount
  closing: FlowAmount
  multi_leg: FlowAmount
}

const cents = (dollars: number): number => Math.round(dollars * 100) / 100
const total = (rows: readonly SummedPrints[], of: (row: SummedPrints) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)
const premiumOf = (rows: readonly SummedPrints[]): number => total(rows, ({ premium }) => premium)

const amountOf = (rows: readonly SummedPrints[]): FlowAmount => ({
  prints: total(rows, ({ prints }) => prints),
  contracts: total(rows, ({ contracts }) => contracts),
  premium: cents(premiumOf(rows)),
})

function premiumBySide(rows: readonly SummedPrints[]): FlowPremiumBySide {
  const [ask, bid, mid] = [
    total(rows, ({ atAsk }) => atAsk),
    total(rows, ({ atBid }) => atBid),
    total(rows, ({ atMid }) => atMid),
  ]
  return {
    ask: cents(ask),
    bid: cents(bid),
    mid: cents(mid),
    unknown: cents(Math.max(0, premiumOf(rows) - ask - bid - mid)),
  }
}

const sidesOf = (rows: readonly SummedPrints[]): FlowSides => ({
  call: premiumBySide(rows.filter(({ type }) => type === 'call')),
  put: premiumBySide(rows.filter(({ type }) => type === 'put')),
})

/** The prints of one session by side, strike and expiration; `rows` holds at least one. */
export function printDocument(rows: readonly SummedPrints[]): PrintDocument {
  const { session } = rows[0]!
  const all = premiumOf(rows)
  const byStrike = [...Map.groupBy(rows, ({ strike }) => strike)].toSorted(
    ([, a], [, b]) => premiumOf(b) - premiumOf(a),
  )
  const strikes = byStrike.slice(0, STRIKES_MAX).toSorted(([a], [b]) => a - b)
  const expirations = [...Map.groupBy(rows, ({ expiration }) => expiration)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const zdte = premiumOf(rows.filter(({ expiration }) => expiration === session))
  return {
    session,
    total: amountOf(rows),
    by_side: sidesOf(rows),
    opening: amountOf(rows.filter(({ opens }) => opens === true)),
    closing: amountOf(rows.filter(({ opens }) => opens === false)),
    opening_unknown: amountOf(rows.filter(({ opens }) => opens === null)),
    multi_leg: amountOf(rows.filter(({ isMultiLeg }) => isMultiLeg === true)),
    zdte_share_premium: all > 0 ? Number((zdte / all).toPrecision(4)) : null,
    by_expiration: expirations
      .slice(0, EXPIRATIONS_MAX)
      .map(([expiration, group]) => ({ expiration, ...sidesOf(group) })),
    by_strike: strikes.map(([strike, group]) => ({ strike, ...sidesOf(group) })),
    strikes_left_out: byStrike.length - strikes.length,
  }
}
