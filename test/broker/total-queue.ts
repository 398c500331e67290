export interface TotalQueue {
  attempt: number
  acknowledged: number
  /** Acknowledged messages, each counted once. */
  distinct: number
  ok: number
  lost: number
  duplicated: number
  unexpected: number
}

/**
 * Jepsen's total-queue: every acknowledged message must have had its effect once, and no message that was not
 * even attempted may have one. Prints the counts; throws with the names of the offenders.
 */
export function checkTotalQueue(
  label: string,
  { attempted, acknowledged, effects }: { attempted: string[]; acknowledged: string[]; effects: string[] },
): TotalQueue {
  const times = new Map<string, number>()
  for (const id of effects) times.set(id, (times.get(id) ?? 0) + 1)
  const wanted = new Set(attempted)
  const lost = [...new Set(acknowledged)].filter((id) => !times.has(id))
  const duplicated = [...times].filter(([, count]) => count > 1).map(([id]) => id)
  const unexpected = [...times.keys()].filter((id) => !wanted.has(id))
  const result = {
    attempt: attempted.length,
    acknowledged: acknowledged.length,
    distinct: new Set(acknowledged).size,
    ok: [...times].filter(([id, count]) => count === 1 && wanted.has(id)).length,
    lost: lost.length,
    duplicated: duplicated.length,
    unexpected: unexpected.length,
  }
  const counts = Object.entries(result).map(([name, count]) => `${name} ${count}`)
  process.stdout.write(`total-queue ${label}: ${counts.join(', ')}\n`)
  if (lost.length + duplicated.length + unexpected.length > 0) {
    throw new Error(`${label}: ${JSON.stringify({ ...result, offenders: { lost, duplicated, unexpected } })}`)
  }
  return result
}

/** The sums of several checks, as the report lists them. */
export const together = (...checks: readonly TotalQueue[]) => {
  const sum = (figure: keyof TotalQueue) => checks.reduce((total, check) => total + check[figure], 0)
  return { messages: sum('distinct'), effects: sum('ok'), lost: sum('lost'), duplicated: sum('duplicated') }
}
