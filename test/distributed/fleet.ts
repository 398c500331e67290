import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from '../../harness/product.ts'
import { inherited } from '../../harness/run-environment.ts'
import { AppError } from '../../shared/errors.ts'
import { ourServices } from './compose-file.ts'

/** As long as compose.yaml grants every service at least. */
const STOP_WITHIN_MS = 30_000
const OUTPUT_CHARS_MAX = 2_000
const STARTED = /workers_started|"listening"|^simulator: /m
/** A process that can never start must not be restarted forever. */
const CRASHES_MAX = 20
/** Docker waits this long before it starts a process again, and twice as long each time after that. */
const RESTART_AFTER_MS = 100

export interface Member {
  service: string
  pid: number
  env: Record<string, string>
  output(): string
  /** Resolves when the process has ended in any way. */
  gone: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** A process that ended by itself, and what it printed last. */
export interface Crash {
  service: string
  code: number | null
  output: string
}

export interface Fleet {
  start(service: string, env?: Record<string, string>): Member
  running(service?: string): Member[]
  /** Services of processes that have not said yet that they started, or that wait to be started again. */
  starting(): string[]
  /** Sends SIGKILL and starts another process with the same command and environment, as an orchestrator does. */
  killAndReplace(member: Member): Promise<Member>
  /** Stops the process with SIGSTOP, as if its machine were too busy. */
  pause(member: Member): void
  resume(member: Member): void
  /** Processes that ended by themselves with a failure. Each was started again, as compose.yaml demands, up to a bound. */
  crashes(): Crash[]
  /** Returns whether the bound was reached, so that processes are missing. */
  gaveUp(): boolean
  /** Sends SIGTERM to all and kills those that do not end. Returns how each ended. */
  stop(): Promise<{ service: string; code: number | null }[]>
}

/** Processes of compose.yaml's services, started with its commands and its secrets by file. */
export async function openFleet(shared: Record<string, string>, secrets: Record<string, string>): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'market-fleet-'))
  const files: Record<string, string> = {}
  for (const [name, value] of Object.entries(secrets)) {
    files[`${name}_FILE`] = join(folder, name)
    await writeFile(join(folder, name), `${value}\n`, { mode: 0o600 })
  }
  const services = ourServices()
  const members = new Set<Member>()
  const killed = new Set<Member>()
  const crashes: Crash[] = []
  const waiting = new Map<NodeJS.Timeout, string>()
  let stopping = false

  function startLater(service: string, env: Record<string, string>): void {
    const before = crashes.filter((crash) => crash.service === service).length - 1
    const timer = setTimeout(
      () => {
        waiting.delete(timer)
        start(service, env)
      },
      RESTART_AFTER_MS * 2 ** before,
    )
    waiting.set(timer, service)
  }

  function start(service: string, env: Record<string, string> = {}): Member {
    const known = services.find(({ name }) => name === service)
    if (!known) throw new AppError('not_found', `compose.yaml has no service ${service}`)
    const child: ChildProcess = spawn(process.execPath, [known.script, ...known.args], {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inherited(), ...shared, ...files, ...env },
    })
    let printed = ''
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    }
    const gone = once(child, 'close').then(([code, signal]) => ({ code, signal }))
    const member: Member = { service, pid: child.pid!, env, output: () => printed, gone }
    members.add(member)
    void gone.then(({ code }) => {
      members.delete(member)
      if (stopping || code === 0 || killed.has(member)) return
      crashes.push({ service, code, output: printed.slice(-OUTPUT_CHARS_MAX) })
      if (crashes.length < CRASHES_MAX) startLater(service, env)
    })
    return member
  }

  return {
    start,
    running: (service) => [...members].filter((member) => service === undefined || member.service === service),
    starting: () => [
      ...waiting.values(),
      ...[...members].filter(({ output }) => !STARTED.test(output())).map(({ service }) => service),
    ],
    async killAndReplace(member) {
      killed.add(member)
      process.kill(member.pid, 'SIGKILL')
      await member.gone
      return start(member.service, member.env)
    },
    pause: ({ pid }) => void process.kill(pid, 'SIGSTOP'),
    resume: ({ pid }) => void process.kill(pid, 'SIGCONT'),
    crashes: () => crashes,
    gaveUp: () => crashes.length >= CRASHES_MAX,
    async stop() {
      stopping = true
      for (const timer of waiting.keys()) clearTimeout(timer)
      const ending = [...members]
      for (const { pid } of ending) {
        process.kill(pid, 'SIGTERM')
        // A stopped process does not receive SIGTERM until it continues.
        process.kill(pid, 'SIGCONT')
      }
      const late = setTimeout(() => {
        for (const { pid } of members) process.kill(pid, 'SIGKILL')
      }, STOP_WITHIN_MS)
      const ends = await Promise.all(ending.map(async ({ service, gone }) => ({ service, code: (await gone).code })))
      clearTimeout(late)
      await rm(folder, { recursive: true, force: true })
      return ends
    },
  }
}
