import type { Contract, Tracked } from '../../pipeline/screener/tracked.ts'
import type { RecordRow } from '../../shared/postgres/screener/records.ts'

type Locked = Omit<Contract, 'macro' | 'exit'>
type ProgressPart = 'entry' | 'bars' | 'missing' | 'last' | 'shares'
export type RecordedPick = Omit<Tracked, ProgressPart | 'contract'> & { lock: Locked | null }
export type RecordedProgress = Pick<Tracked, ProgressPart> & Partial<Pick<Contract, 'macro' | 'exit'>>
export type ScreenerRecord = RecordRow<RecordedPick, RecordedProgress>

/** Splits a record into what never changes and what is written as its bars come. */
export function recordRow(tracked: Tracked, run: string, recordedAt: Date): ScreenerRecord {
  const { entry, bars, missing, last, shares, contract, ...recorded } = tracked
  const { macro, exit, ...lock } = contract ?? {}
  return {
    id: tracked.id,
    run,
    ticker: tracked.ticker,
    side: tracked.side,
    archetype: tracked.archetype,
    slot: contract?.slot ?? null,
    recordedAt,
    pick: { ...recorded, lock: contract && (lock as Locked) },
    progress: {
      entry,
      bars,
      missing,
      last,
      ...(shares === undefined ? {} : { shares }),
      ...(contract ? { macro: macro!, exit: exit ?? null } : {}),
    },
    enteredOn: entry?.day ?? null,
    exitedOn: contract?.exit?.day ?? null,
    maturedOn: null,
  }
}

export function trackedOf({ pick, progress }: ScreenerRecord): Tracked {
  const { lock, ...recorded } = pick
  const { macro, exit, ...rest } = progress
  return { ...recorded, ...rest, contract: lock && { ...lock, macro: macro!, exit: exit ?? null } }
}

/** A record after its bars have brought it forward. */
export const advancedRow = ({ run, recordedAt }: ScreenerRecord, tracked: Tracked): ScreenerRecord =>
  recordRow(tracked, run, recordedAt)
