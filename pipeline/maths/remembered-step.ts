import { oncePer } from './once-per.ts'

/**
 * A step of a fold that remembers, for each row, the last step made from it. A result equal to the last one is replaced
 * by it, so once two folds over the same rows agree, their further steps are looked up instead of computed. Rows must
 * not change.
 */
export function rememberedStep<State, Row extends object>(
  step: (state: State, row: Row) => State,
  isSame: (a: State, b: State) => boolean,
): (state: State, row: Row) => State {
  const memoryOf = oncePer((_: Row): { last: { from: State; to: State } | null } => ({ last: null }))
  return (state, row) => {
    const memory = memoryOf(row)
    const { last } = memory
    if (last && last.from === state) return last.to
    const made = step(state, row)
    const to = last && isSame(made, last.to) ? last.to : made
    memory.last = { from: state, to }
    return to
  }
}
