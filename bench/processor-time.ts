import { readFile } from 'node:fs/promises'
import { processesBelow } from './process-memory.ts'

/** Linux counts in hundredths of a second, whatever its timer's rate. */
const TICKS_PER_SECOND = 100
/** Columns of /proc/<pid>/stat after the name, which may hold any character: the process, then its ended children. */
const TIMES = { own: 11, ended: 13 } as const

async function ticks(pid: number | 'self', which: readonly (keyof typeof TIMES)[]): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return which.reduce((sum, name) => sum + Number(fields[TIMES[name]]) + Number(fields[TIMES[name] + 1]), 0)
}

const seconds = (counted: number | null): number | null => counted && counted / TICKS_PER_SECOND

/** Processor seconds that a process has used; null where the system has no /proc. */
export const processorSeconds = async (pid: number): Promise<number | null> => seconds(await ticks(pid, ['own']))

/** Processor seconds of the ended children of this process. */
export const endedChildrenSeconds = async (): Promise<number | null> => seconds(await ticks('self', ['ended']))

/** Processor seconds of a process and all its descendants, ended ones included. */
export async function treeSeconds(root: number): Promise<number | null> {
  const counted = await Promise.all(processesBelow(root).map(({ pid }) => ticks(pid, ['own', 'ended'])))
  return seconds(counted.reduce<number | null>((sum, each) => (each === null ? sum : (sum ?? 0) + each), null))
}

/** Finds the server process from the pid of one of its backends. */
export async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

type Used = () => Promise<number | null>

/** Returns the result of `work` and the processor seconds used meanwhile; null where one of them is unknown. */
export async function processorDuring<T>(
  used: readonly Used[],
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number | null }> {
  const read = () => Promise.all(used.map((each) => each()))
  const before = await read()
  const result = await work()
  const after = await read()
  const spent = after.map((each, at) => (each === null || before[at] == null ? null : each - before[at]))
  return { result, seconds: spent.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0) }
}
