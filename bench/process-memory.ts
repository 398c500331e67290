import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

export interface ProcessMemory {
  pid: number
  parent: number
  command: string
  /** Pages in memory, those it shares with others included. */
  rssMb: number
}

const KB_PER_MB = 1_024

/** Of `ps -A -o pid=,ppid=,rss=,args=`, which every system with a shell has. */
export function readPs(text: string): ProcessMemory[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, rss, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return command === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), rssMb: Number(rss) / KB_PER_MB, command }]
  })
}

/** A process and all that it started, directly or not. */
export function treeOf(root: number, all: readonly ProcessMemory[]): ProcessMemory[] {
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

export const processesBelow = (root: number): ProcessMemory[] =>
  treeOf(root, readPs(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })))

/** Pages in memory, shared ones by share: these add up. Null where the system does not say. */
export async function proportionalMb(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const [, kb] = /^Pss:\s+(\d+) kB$/m.exec(text) ?? []
  return kb === undefined ? null : Number(kb) / KB_PER_MB
}
