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

interface Judged {
  source: SourceId
  state: SourceState
  at: Date
}

/**
 * Updates the state of a source that was judged before, and not later than now; returns its previous state, or null if
 * there is none.
 */
async function moveJudged(tx: Tx, { source, state, at }: Judged): Promise<KnownSourceState | null> {
  const [before] = await tx<KnownSourceState[]>`
    update source_states as s
    set state = ${state}, since = case when b.state = ${state} then b.since else ${at} end, judged_through = ${at}
    from (select o.source, o.state, o.since, o.judged_through from source_states as o
      where o.source = ${source} for update) as b
    where s.source = b.source and b.judged_through <= ${at}
    returning b.state, b.since, b.judged_through as "judgedThrough"`
  return before ?? null
}

/** Returns the state before this run; `isNews` is false when a later run has been judged already. */
export async function moveSourceState(
  tx: Tx,
  { source, state, at }: Judged,
): Promise<{ before: KnownSourceState | null; isNews: boolean }> {
  const moved = await moveJudged(tx, { source, state, at })
  if (moved) return { before: moved, isNews: true }
  const known = await lockSourceState(tx, source)
  if (!known) {
    const begun = await tx`
      insert into source_states (source, state, since, judged_through) values (${source}, ${state}, ${at}, ${at})
      on conflict do nothing returning 1`
    if (begun.count === 1) return { before: null, isNews: true }
  }
  // Another transaction inserted the row meanwhile, and only a new statement sees it.
  const late = known ? null : await moveJudged(tx, { source, state, at })
  if (late) return { before: late, isNews: true }
  return { before: known ?? (await lockSourceState(tx, source)), isNews: false }
}
