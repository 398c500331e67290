import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import {
  keptPassword,
  makePassword,
  passwordFile,
  refusedPassword,
  resetPassword,
  savePassword,
} from './embedded-password.ts'
import type { RunAs } from './run-as.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

export interface ClusterSetup {
  binaries: Binaries
  runAs: RunAs
  /** The data folder, in which the cluster is the folder `pg`. */
  folder: string
  durable: boolean
}

/** Written last, inside the cluster, so that it is copied and deleted with it. */
const FINISHED = 'market-state.finished'
const UNFINISHED = 'pg.unfinished-'
/** initdb makes the databases below this id; every other database was made by a server that ran. */
const FIRST_OWN_DATABASE = 16_384

export const clusterIn = (folder: string): string => join(folder, 'pg')

/**
 * Makes the cluster unless a finished one is there, and returns its password. A start that was killed leaves an
 * unfinished cluster, which holds nothing and is thrown away.
 */
export async function openCluster(setup: ClusterSetup): Promise<string> {
  const { folder, binaries, runAs } = setup
  const cluster = clusterIn(folder)
  await removeUnfinished(folder)
  const kept = await keptPassword(folder)
  if (!(await isFinished(cluster))) return await makeCluster(setup, kept)
  if (kept === 'damaged') throw refusedPassword(folder, 'is empty or damaged')
  return kept ?? (await resetPassword({ postgres: binaries.postgres, runAs, folder, cluster }))
}

/** A cluster of an earlier version has no mark, but if it holds a database of ours it was finished. */
async function isFinished(cluster: string): Promise<boolean> {
  if (existsSync(join(cluster, FINISHED))) return true
  const databases = await readdir(join(cluster, 'base')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new AppError('invalid', `${cluster} cannot be read (${error.code})`, { cause: error })
  })
  return databases.some((name) => Number(name) >= FIRST_OWN_DATABASE)
}

/** The initdb of a killed start may still be deleting its own files; what remains is left to the next start. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** Each attempt has a folder of its own, because an initdb that outlives its killed start deletes its files. */
async function makeCluster(setup: ClusterSetup, kept: string | null): Promise<string> {
  const { folder, runAs, durable } = setup
  const password = kept === null || kept === 'damaged' ? makePassword() : kept
  await savePassword(folder, password)
  await runAs.own(passwordFile(folder))
  const draft = join(folder, `${UNFINISHED}${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  await runAs.own(draft)
  await initialise(setup, draft)
  const mark = join(draft, FINISHED)
  await writeFile(mark, 'This cluster is complete: initdb has ended without an error.\n', {
    mode: 0o600,
    flush: durable,
  })
  await runAs.own(mark)
  await rm(clusterIn(folder), { recursive: true, force: true })
  await rename(draft, clusterIn(folder))
  if (durable) await syncFolder(folder)
  return password
}

async function initialise({ binaries, runAs, folder, durable }: ClusterSetup, cluster: string): Promise<void> {
  const args = ['-D', cluster, '-U', 'market', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C']
  // The password is random and long, so stretching it would only cost every new connection milliseconds of processor.
  args.push(`--pwfile=${passwordFile(folder)}`, '--set=scram_iterations=1', ...(durable ? [] : ['--no-sync']))
  // In its own process group, like the server: Ctrl-C must not leave half a cluster.
  const child = runAs.spawn(binaries.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise((done) => child.once('exit', done).once('error', done))
  if (code !== 0) throw new AppError('unavailable', `initdb failed in ${folder}: ${output.trim().slice(-400)}`)
}

/** After a power cut the folder has its new name, like the files in it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
