import { type ActionBoard, type Candidate, OVERFLOW_MAX } from '../../../shared/domain/contract/screener/board.ts'
import type { PickSide, RegimeBand } from '../../../shared/domain/contract/screener-ids.ts'
import { shown } from '../../maths/shown.ts'
import { capOf, openSlots, regimeTilt } from '../board-rank.ts'
import type { RankedCandidate, RunResult } from '../decide-run.ts'
import { type Setup, setupKey } from '../setup.ts'
import { isOpen, type Tracked } from '../tracked.ts'
import { candidateRow, contractOf, lockedRow, type RowContext } from './board-rows.ts'

export const SCHEMA_VERSION = '2026.11'

export interface BoardInput {
  run: NonNullable<ActionBoard['run']>
  rulesVersion: string
  result: RunResult
  /** Every setup that is remembered after the run, also of names that it could not read. */
  setups: readonly Setup[]
  /** Every record that has not matured, those of this run included. */
  tracked: readonly Tracked[]
  context: RowContext
}

/** The book after a run, and what competes for it. */
export function actionBoard({ run, rulesVersion, result, setups, tracked, context }: BoardInput): ActionBoard {
  const { candidates, prices, band, moment } = result
  const open = tracked.filter(isOpen)
  const locked = {
    ...context,
    candidates,
    prices,
    setups: new Map(setups.map((setup) => [setupKey(setup), setup])),
  }
  const rows = (side: PickSide) =>
    open
      .filter((each) => each.side === side)
      .map((each) => lockedRow(each, locked))
      .toSorted((a, b) => b.board_score - a.board_score || (a.ticker < b.ticker ? -1 : 1))
  const free = (side: PickSide) =>
    openSlots(
      capOf(band?.band ?? null, side),
      open.filter((each) => each.side === side).map(({ contract }) => contract!.slot),
    ).length
  const [longs, shorts] = [rows('long'), rows('short')]
  const waiting = candidates.filter(isWaiting)
  const competing = waiting.filter(({ side }) => free(side) > 0)
  return {
    schema_version: SCHEMA_VERSION,
    rules_version: rulesVersion,
    as_of: moment.at,
    run,
    regime_band: band?.band ?? null,
    regime_note: regimeNote(band?.band ?? null),
    longs,
    shorts,
    competing: competing.map((each) => candidateRow(each, context)),
    overflow_long: overflow(waiting, 'long', free('long'), context),
    overflow_short: overflow(waiting, 'short', free('short'), context),
    counts: {
      long: longs.length,
      short: shorts.length,
      suppressed_long: suppressed(candidates, 'long'),
      suppressed_short: suppressed(candidates, 'short'),
      suppressed_stale: result.suppressed.stale ?? 0,
      open_slots_long: free('long'),
      open_slots_short: free('short'),
      competing: competing.length,
      by_reason: { ...result.suppressed },
    },
    empty_reason: longs.length + shorts.length > 0 ? null : emptyReason(result),
  }
}

/** The same board after some of its picks have entered between two runs. */
export function withEntries(board: ActionBoard, entered: readonly Tracked[]): ActionBoard {
  const contracts = new Map(entered.map((tracked) => [tracked.id, contractOf(tracked)]))
  const shown = (rows: ActionBoard['longs']) =>
    rows.map((row) => ({ ...row, contract: contracts.get(row.contract?.id ?? '') ?? row.contract }))
  return { ...board, longs: shown(board.longs), shorts: shown(board.shorts) }
}

/** Ripe candidates that could have been locked, had there been a slot, a band or a deep scan. */
const isWaiting = ({ isRipe, suppression }: RankedCandidate): boolean =>
  isRipe && suppression !== null && ['slots_full', 'band_unknown', 'no_deep_scan'].includes(suppression)

const overflow = (waiting: readonly RankedCandidate[], side: PickSide, free: number, context: RowContext) =>
  free > 0
    ? []
    : waiting
        .filter((each) => each.side === side)
        .slice(0, OVERFLOW_MAX)
        .map((each) => candidateRow(each, context))

const suppressed = (candidates: readonly RankedCandidate[], side: PickSide): number =>
  candidates.filter((each) => each.side === side && each.suppression !== null).length

function regimeNote(band: RegimeBand | null): string {
  if (band === null) return 'No band of falls is known, so nothing new is locked.'
  const tilt = (side: PickSide) => regimeTilt(band, side).toFixed(1)
  return (
    `The band of falls is ${band}: ${capOf(band, 'long')} long and ${capOf(band, 'short')} short slots, ` +
    `board scores of longs times ${tilt('long')}, of shorts times ${tilt('short')}.`
  )
}

function emptyReason({ candidates, band }: RunResult): string {
  if (band === null) return 'The book is empty: without a known band of falls nothing is locked.'
  const ripe = candidates.filter(({ isRipe }) => isRipe).length
  if (ripe === 0) return `The book is empty: none of the ${candidates.length} candidates of the run is ripe.`
  return `The book is empty: none of the ${ripe} ripe candidates could be locked.`
}

/** Every candidate of the run, locked and suppressed ones included. */
export const candidateRows = (result: RunResult, context: RowContext): Candidate[] =>
  result.candidates.map((candidate) => ({
    ...candidateRow(candidate, context),
    status: candidate.status,
    ripe: candidate.isRipe,
    confluence: [...candidate.confluence],
    suppression: candidate.suppression,
    price: candidate.price,
    atr: shown(candidate.atr),
  }))
