import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { type ClosingEntry, closingEntries } from './closing-entries-view.ts'
import { createLedgerFold, type LedgerFold } from './ledger-fold.ts'

/** The newest closed lines that an account's scorecard reads. */
export const CLOSED_LINES_MAX = 5_000

export interface ClosedTrades {
  count: number
  wins: number
  losses: number
  realizedE4: number
  wonE4: number
  lostE4: number
}

/** The part of an instrument's position that a ledger entry closed. */
export interface ClosedPart {
  entry: number
  instrument: string
  openedAt: Date
  closedAt: Date
  /** Held before: below zero is short. */
  heldBefore: number
  /** The basis that was taken out; below zero for a short position. */
  basisE4: number
  /** Cash of the whole entry and the basis it took out, which is the gain of all its lines together. */
  gainE4: number
}

/** A position as its last line left it. */
interface Spell {
  held: number
  heldBefore: number
  at: Date
  openedAt: Date
}

export interface ClosedState {
  trades: ClosedTrades
  spells: Map<string, Spell>
  /** Oldest first; up to twice as many as are served. */
  parts: ClosedPart[]
}

export const emptyClosed = (): ClosedState => ({
  trades: { count: 0, wins: 0, losses: 0, realizedE4: 0, wonE4: 0, lostE4: 0 },
  spells: new Map(),
  parts: [],
})

const CLOSING_KINDS = new Set(['trade', 'settlement', 'liquidation', 'split'])
const isStock = (instrument: string): boolean => parseInstrument(instrument)?.kind === 'stock'

/**
 * Adds an entry. It closes a position where a line reduces or reverses it, and realises the cash it brought less the
 * cost it took out, with the fees in the same entry. A split closes what it pays out, and otherwise only changes
 * quantities; dividends and separate fees close nothing. An option exercised into shares closes nothing either, because
 * its cost becomes part of theirs; an entry settles all contracts of an account, so one that also lets an option expire
 * realises its cost.
 */
export function addClosed(state: ClosedState, entry: ClosingEntry): void {
  const { kind, changeE4, lines } = entry
  const moved = lines.map((line) => ({ ...line, ...moveSpell(state.spells, line, entry.at) }))
  if (!CLOSING_KINDS.has(kind)) return
  const gainE4 = moved.reduce((sum, line) => sum + line.cost_e4, changeE4)
  const closing = moved.filter(({ closes }) => closes)
  if (closing.length === 0) return
  if (gainE4 === 0 && (kind === 'split' || (kind === 'settlement' && onlyOpensShares(moved)))) return
  countClosed(state.trades, gainE4)
  for (const { instrument, openedAt, heldBefore, cost_e4 } of closing)
    state.parts.push({
      entry: entry.number,
      instrument,
      openedAt,
      closedAt: entry.at,
      heldBefore,
      basisE4: -cost_e4,
      gainE4,
    })
  if (state.parts.length >= 2 * CLOSED_LINES_MAX) state.parts = state.parts.slice(-CLOSED_LINES_MAX)
}

function onlyOpensShares(moved: readonly { instrument: string; closes: boolean }[]): boolean {
  const stocks = moved.filter(({ instrument }) => isStock(instrument))
  return stocks.length > 0 && !stocks.some(({ closes }) => closes)
}

/** A position is opened where it was flat before, or where the line before turned it round. */
function moveSpell(spells: Map<string, Spell>, line: ClosingEntry['lines'][number], at: Date) {
  const { instrument, quantity } = line
  const before = spells.get(instrument)
  const heldBefore = before?.held ?? 0
  const turned = before && before.heldBefore !== 0 && Math.sign(before.heldBefore) !== Math.sign(heldBefore)
  const openedAt = heldBefore === 0 || !before ? at : turned ? before.at : before.openedAt
  spells.set(instrument, { held: heldBefore + quantity, heldBefore, at, openedAt })
  return { heldBefore, openedAt, closes: heldBefore !== 0 && Math.sign(heldBefore) !== Math.sign(quantity) }
}

function countClosed(trades: ClosedTrades, gainE4: number): void {
  trades.count += 1
  trades.realizedE4 += gainE4
  if (gainE4 > 0) {
    trades.wins += 1
    trades.wonE4 += gainE4
  } else if (gainE4 < 0) {
    trades.losses += 1
    trades.lostE4 += gainE4
  }
}

/** The newest closed lines, newest entry first. */
export const newestClosed = ({ parts }: ClosedState): ClosedPart[] =>
  parts.toSorted((a, b) => b.entry - a.entry).slice(0, CLOSED_LINES_MAX)

export const createClosedFold = (): LedgerFold<ClosedState> =>
  createLedgerFold({
    empty: emptyClosed,
    page: closingEntries,
    add: addClosed,
    size: ({ parts, spells }) => parts.length + spells.size,
  })
