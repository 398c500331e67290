import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { roomProblem } from './disk-room.ts'
import { AppError, errorMessage } from './errors.ts'
import { alive } from './postgres/server/alive.ts'

export interface DataDir {
  path: string
  release(): Promise<void>
}

/** SQLite's attempts collide when two processes start together; one of them has the lock well within this time. */
const LOCK_WITHIN_MS = 250
const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26
const MB = 1_048_576

/** Takes the folder for this process, because two databases on one folder would destroy each other. */
export async function takeDataDir(folder: string, { hasOwnDatabase = true } = {}): Promise<DataDir> {
  const path = resolve(folder)
  const lockFile = join(path, 'start.lock')
  const pidFile = join(path, 'start.pid')
  const refuse = (cause: unknown): never => {
    throw new AppError('invalid', `DATA_DIR: cannot write to ${path} (${codeOf(cause)})`, { cause })
  }
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(refuse)
  await access(path, constants.W_OK | constants.X_OK).catch(refuse)
  await refuseWithoutRoom(path, hasOwnDatabase)
  // A second descriptor of this file must never be closed while the lock is held: that would release it.
  await writeFile(lockFile, '', { flag: 'wx', mode: 0o600 }).catch(
    (cause) => codeOf(cause) === 'EEXIST' || refuse(cause),
  )
  const lock = takeLock(lockFile)
  if (!lock) throw new AppError('conflict', `DATA_DIR: ${path} is in use by ${await holderOf(pidFile)}`)
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 }).catch((cause: unknown) => {
    lock.close()
    refuse(cause)
  })
  return {
    path,
    async release() {
      await rm(pidFile, { force: true })
      lock.close()
    },
  }
}

async function refuseWithoutRoom(path: string, hasOwnDatabase: boolean): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  const isNew = await access(join(path, 'pg')).then(
    () => false,
    () => true,
  )
  const full = roomProblem(path, { freeMb: Math.floor((bavail * bsize) / MB), isNew: isNew && hasOwnDatabase })
  if (full !== null) throw new AppError('unavailable', full)
}

/**
 * Locks the file until the process ends, however it ends, because the kernel releases the lock. Node itself has no file
 * locks, but SQLite's exclusive transaction is one, and it writes nothing. Returns null if another process has it.
 */
function takeLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: LOCK_WITHIN_MS })
  try {
    database.exec('begin exclusive')
    return database
  } catch (cause) {
    database.close()
    const { errcode } = cause as { errcode?: number }
    if (errcode === SQLITE_BUSY) return null
    const remedy = errcode === SQLITE_NOTADB ? 'it is damaged; delete it' : errorMessage(cause)
    throw new AppError('invalid', `DATA_DIR: cannot lock ${file}: ${remedy}`, { cause })
  }
}

/** The process id is for people only; the holder may not have written it yet. */
async function holderOf(pidFile: string): Promise<string> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''))
  return pid > 1 && alive(pid) ? `process ${pid}` : 'another process'
}

const codeOf = (cause: unknown): string => (cause as { code?: string } | null)?.code ?? errorMessage(cause)
