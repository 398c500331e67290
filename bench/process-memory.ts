import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

export interface ProcessMemory {
  pid: number
  parent: number
  command: string
  /** Resident pages, shared ones included. */
  rssMb: number
}

const KB_PER_MB = 1_024

/** Parses `ps -A -o pid=,ppid=,rss=,args=`, which every system with a shell has. */
export function readPs(text: string): ProcessMemory[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, rss, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return command === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), rssMb: Number(rss) / KB_PER_MB, command }]
  })
}

/** Lists a process and all its descendants. */
export function treeOf(root: number, all: readonly ProcessMemory[]): ProcessMemory[] {
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

export const processesBelow = (root: number): ProcessMemory[] =>
  treeOf(root, readPs(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })))

/** Resident pages with shared ones divided, so that processes add up; null where the system has no such figure. */
export async function proportionalMb(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const [, kb] = /^Pss:\s+(\d+) kB$/m.exec(text) ?? []
  return kb === undefined ? null : Number(kb) / KB_PER_MB
}
