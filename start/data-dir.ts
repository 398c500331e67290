import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError, errorMessage } from '../shared/errors.ts'
import { alive } from '../shared/postgres/server/embedded.ts'
import { roomProblem } from './disk-room.ts'

export interface DataDir {
  path: string
  release(): Promise<void>
}

const MB = 1_048_576

/** Takes the folder for this process, because two databases on one folder would destroy each other. */
export async function takeDataDir(folder: string, { hasOwnDatabase = true } = {}): Promise<DataDir> {
  const path = resolve(folder)
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new AppError('invalid', `DATA_DIR: cannot write to ${path} (${codeOf(cause)})`, { cause })
  }
  const { bavail, bsize } = await statfs(path)
  const isNew = await access(join(path, 'pg')).then(
    () => false,
    () => true,
  )
  const full = roomProblem(path, { freeMb: Math.floor((bavail * bsize) / MB), isNew: isNew && hasOwnDatabase })
  if (full !== null) throw new AppError('unavailable', full)
  const lock = join(path, 'start.pid')
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (holder > 1 && holder !== process.pid && alive(holder) && (await isOurs(holder))) {
    throw new AppError('conflict', `DATA_DIR: ${path} is in use by process ${holder}`)
  }
  await writeFile(lock, `${process.pid}\n`, { mode: 0o600 }).catch((cause: unknown) => {
    throw new AppError('invalid', `DATA_DIR: cannot write to ${path} (${codeOf(cause)})`, { cause })
  })
  return { path, release: () => rm(lock, { force: true }) }
}

/** After a crash the process id may belong to another program; /proc, where it exists, tells. */
async function isOurs(pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'start/main.ts')
  return commandLine.includes('start/main.ts')
}

const codeOf = (cause: unknown): string => (cause as { code?: string } | null)?.code ?? errorMessage(cause)
