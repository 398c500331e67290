import { randomInt } from 'node:crypto'
import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const ROOM_IN_MEMORY = 8 * 2 ** 30

/** A long run kills processes more often, tries more cases and has longer time limits. */
export const isLong = process.env.LONG !== undefined
/** Several nodes of a broker take minutes to start and to fail: these cases run in `npm run test:cluster` and under LONG. */
export const isClusterRun = isLong || process.env.CLUSTER !== undefined

/**
 * Prepares the environment that the test processes inherit, and every process that a test starts: a folder for
 * compiled code, so that the second process of a kind starts in half the time, the seed of all properties, and a place
 * in memory for temporary files: a disk takes three times as long to copy a database, and no test needs one.
 */
export function prepareEnvironment(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile-cache')
  process.env.PROPERTY_SEED ??= String(randomInt(2 ** 31))
  process.env.FOLDER_ON_DISK ??= tmpdir()
  if (process.env.TMPDIR === undefined && hasRoomInMemory()) process.env.TMPDIR = MEMORY_FOLDER
}

/** Containers often have a small folder in memory, or one from which no program may be run. */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY_FOLDER)
    return bavail * bsize >= ROOM_IN_MEMORY && mount !== undefined && !/\bnoexec\b/.test(mount)
  } catch {
    return false
  }
}

/** Variables that a process inherits when a test starts it with an environment of its own. */
export const inherited = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  // No balancer checks the replicas of a test, except where the test starts one.
  DRAIN_NOTICE_S: '0',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})
