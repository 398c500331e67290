import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../shared/free-port.ts'
import { FEW_MEMBERS } from './few-members.ts'
import { NO_RATE_LIMITS_TEXT } from './no-rate-limits.ts'

export const REPOSITORY = resolve(import.meta.dirname, '..')

export interface Product {
  url: string
  pid: number
  dataDir: string
  /** Both output streams so far. */
  output(): string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ProductOptions {
  dataDir?: string
  port?: number
  cwd?: string
  env?: Record<string, string>
  uid?: number
  /** Runs `npm start` as a user types it, instead of its inner process. */
  npm?: boolean
}

/** Tests of other subjects run without these. */
const SMALL = { RATE_LIMITS: NO_RATE_LIMITS_TEXT, SIMULATOR_MEMBERS: String(FEW_MEMBERS) }

/** Starts the product as a user would. Every test that starts one stops it. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const cwd = options.cwd ?? REPOSITORY
  const dataDir = options.dataDir ?? (await temporaryFolder())
  const port = options.port ?? (await freePort())
  const [command, args] = options.npm ? ['npm', ['start']] : [join(cwd, 'node_modules/.bin/node'), ['start/main.ts']]
  const identity = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const child: ChildProcess = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...SMALL, ...options.env, PORT: String(port), DATA_DIR: dataDir },
    ...identity,
  })
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.once('close', (code, signal) => done({ code, signal })),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    dataDir,
    output: () => printed,
    exited,
    async stop(signal = 'SIGINT') {
      // The signal goes to the whole group, as a terminal's Ctrl-C does.
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal)
      return (await exited).code
    },
  }
}

const made: string[] = []

export const temporaryFolder = (): Promise<string> => folderIn(tmpdir())

/** A folder on disk, for a copy of this checkout, which would fill the memory, or for what must not be too fast. */
export const folderOnDisk = (): Promise<string> => folderIn(process.env.FOLDER_ON_DISK ?? tmpdir())

async function folderIn(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'market-'))
  made.push(folder)
  return folder
}

export async function removeTemporaryFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
}

export async function getJson(url: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
