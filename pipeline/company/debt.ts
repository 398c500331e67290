import type { BALANCE_LINES } from '../filings/statement-lines.ts'
import { sum } from './flows.ts'
import { isWithin } from './lines.ts'
import { type Figure, isKnown, type Known, unknown } from './periods.ts'

/** A line of the newest balance. */
export type Line = (name: keyof typeof BALANCE_LINES) => Figure

const NOTHING = 'no filing known then states any debt'

/**
 * All debt where a filing states it; otherwise long-term debt, its part due within a year, and short-term borrowings.
 * Some filers use the tag of all debt for long-term debt alone, or for all but some loans; the parts show which.
 */
export function debtOf(line: Line): Figure {
  const [all, later, now] = [line('all_debt'), line('long_term_debt_later'), line('long_term_debt_now')]
  const short = shortOf(line)
  if (isKnown(all) && isKnown(later) && isAllCurrent(short)) {
    const parts = later.value + short.value
    if (all.value < (1 - NEAR_SHARE) * parts) return total([later, short])
  }
  const isLongAlone =
    isNear(all, isKnown(later) && isKnown(now) ? later.value + now.value : null, NEAR_SHARE) &&
    !isNear(short, now.value, SAME_SHARE)
  if (isKnown(all) && !isLongAlone) return all
  const long = isKnown(all) ? [all] : longParts(line, { later, now, short })
  return total([...long, ...(isKnown(short) ? [short] : [])])
}

function total(parts: readonly Known[]): Figure {
  const [first] = parts
  if (first === undefined) return unknown(NOTHING)
  return parts.length === 1 ? first : sum(parts, [], 'long-term debt and what is due within a year')
}

/** Commercial paper is part of short-term borrowings; some filers state the rest of them separately. */
function shortOf(line: Line): Figure {
  const [stated, others] = [line('short_term_debt'), line('other_short_term_debt')]
  if (!isKnown(stated)) return others
  if (!isPaper(stated) || !isKnown(others)) return stated
  return sum([stated, others], [], 'commercial paper and other short-term borrowings')
}

/** A sum of rounded parts. */
const NEAR_SHARE = 0.001
/** The same debt before and after its issue costs. */
const SAME_SHARE = 0.02
const isNear = (figure: Figure, value: number | null, share: number): boolean =>
  isKnown(figure) && value !== null && isWithin(figure.value, value, share)

const isAllCurrent = (short: Figure): short is Known => isKnown(short) && short.tag === 'DebtCurrent'

const isPaper = (short: Figure): boolean => isKnown(short) && short.tag === 'CommercialPaper'

/**
 * DebtCurrent is everything due within a year, so it includes the current part of long-term debt. Some filers state it
 * as short-term borrowings, which then differ from that part only by a few loans. Commercial paper is never in it.
 */
function longParts(line: Line, { later, now, short }: Record<'later' | 'now' | 'short', Figure>): Known[] {
  const isNowInShort = isAllCurrent(short) || (!isPaper(short) && isNear(short, now.value, SAME_SHARE))
  if (isKnown(later)) return isKnown(now) && !isNowInShort ? [later, now] : [later]
  const long = line('long_term_debt')
  if (!isKnown(long)) return notesOf(line)
  return isNowInShort && isKnown(now) ? [sum([long], [now], 'long-term debt less what is due within a year')] : [long]
}

/** Landlords state their debt by kind: notes, mortgages, bank loans and lines of credit. */
function notesOf(line: Line): Known[] {
  const mortgages = line('secured_debt')
  const notes = unsecuredOf(line)
  if (notes.length === 0 && !isKnown(mortgages)) return []
  const isAll = isAllNotes(line, notes)
  return [...notes, ...(isAll ? [] : [mortgages]), line('bank_loans'), line('lines_of_credit')].filter(isKnown)
}

function unsecuredOf(line: Line): Known[] {
  const parts = [line('notes_later'), line('notes_now')].filter(isKnown)
  if (parts.length > 0) return parts
  const [notes, unsecured] = [line('notes'), line('unsecured_debt')]
  if (!isKnown(notes) || !isKnown(unsecured)) return [notes, unsecured].filter(isKnown)
  // Unsecured debt includes senior notes, unless it is smaller than they are.
  if (notes.tag !== 'SeniorNotes') return [notes]
  return unsecured.value < notes.value ? [notes, unsecured] : [unsecured]
}

/** Whether notes payable include both notes with mortgages and notes without. */
function isAllNotes(line: Line, [notes]: readonly Known[]): boolean {
  const [secured, unsecured] = [line('secured_debt'), line('unsecured_debt')]
  if (notes?.tag !== 'NotesPayable' || !isKnown(secured) || !isKnown(unsecured)) return false
  return isNear(notes, secured.value + unsecured.value, NEAR_SHARE)
}
