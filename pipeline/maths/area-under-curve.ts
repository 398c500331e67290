export interface Ranked {
  /** Higher means that the event is thought likelier. */
  score: number
  came: boolean
}

/**
 * The share of pairs, one with the event and one without, in which the former has the higher score: 1 is perfect, 0.5 is
 * chance, below 0.5 points the wrong way. Ties count half. Null without both kinds.
 */
export function areaUnderCurve(list: readonly Ranked[]): { area: number; pairs: number } | null {
  const sorted = list.toSorted((a, b) => a.score - b.score)
  let [ranks, came] = [0, 0]
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && sorted[to]!.score === sorted[from]!.score) to++
    const events = sorted.slice(from, to).filter((each) => each.came).length
    came += events
    ranks += (events * (from + to + 1)) / 2
    from = to
  }
  const pairs = came * (sorted.length - came)
  return pairs === 0 ? null : { area: (ranks - (came * (came + 1)) / 2) / pairs, pairs }
}
