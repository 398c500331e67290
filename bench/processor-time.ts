import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second, whatever its timer does. */
const TICKS_PER_SECOND = 100
/** In /proc/<pid>/stat, counted behind the name, which may hold anything. */
const USER_TIME = 11

/** Seconds of processor a process has used; null where the system has no /proc. */
export async function processorSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER_TIME]) + Number(fields[USER_TIME + 1])) / TICKS_PER_SECOND
}

/** What `work` answers, and the seconds of processor a process used meanwhile. */
export async function processorDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number | null }> {
  const before = await processorSeconds(pid)
  const result = await work()
  const after = await processorSeconds(pid)
  return { result, seconds: before === null || after === null ? null : after - before }
}
