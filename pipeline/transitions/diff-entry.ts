import type { DiffEntry } from '../../shared/domain/contract/signals-diff.ts'
import { shown } from '../maths/shown.ts'

export function diffEntry(
  facts: Pick<DiffEntry, 'kind' | 'subject' | 'name' | 'from' | 'to' | 'text'> & Partial<DiffEntry>,
): DiffEntry {
  const { change = null, usual_change = null } = facts
  const in_usual_moves =
    change === null || usual_change === null || usual_change === 0 ? null : shown(change / usual_change)
  return { unit: null, inputs: [], ...facts, change, usual_change, in_usual_moves }
}
