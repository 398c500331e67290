import type { SourceState } from '../../domain/contract/transition.ts'
import type { SourceId } from '../../domain/market/source-id.ts'
import type { Tx } from '../server/db.ts'

export interface KnownSourceState {
  state: SourceState
  since: Date
  judgedThrough: Date
}

/** Locks the row until the commit; null for a source that was never judged. */
async function lockSourceState(tx: Tx, source: SourceId): Promise<KnownSourceState | null> {
  const [row] = await tx<KnownSourceState[]>`
    select s.state, s.since, s.judged_through as "judgedThrough" from source_states as s
    where s.source = ${source} for update`
  return row ?? null
}

/** Returns the state before this run; `isNews` is false when a later run has been judged already. */
export async function moveSourceState(
  tx: Tx,
  { source, state, at }: { source: SourceId; state: SourceState; at: Date },
): Promise<{ before: KnownSourceState | null; isNews: boolean }> {
  const known = await lockSourceState(tx, source)
  if (!known) {
    const begun = await tx`
      insert into source_states (source, state, since, judged_through) values (${source}, ${state}, ${at}, ${at})
      on conflict do nothing returning 1`
    if (begun.count === 1) return { before: null, isNews: true }
  }
  // Read again: another transaction inserted the row meanwhile, and only a new statement sees it.
  const before = known ?? (await lockSourceState(tx, source))
  if (!before || at < before.judgedThrough) return { before, isNews: false }
  const since = before.state === state ? before.since : at
  await tx`
    update source_states set state = ${state}, since = ${since}, judged_through = ${at} where source = ${source}`
  return { before, isNews: true }
}
