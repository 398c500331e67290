import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { REPOSITORY } from '../harness/product.ts'
import { inherited } from '../harness/run-environment.ts'

/** Longer than the ten seconds that a worker process takes to drain. */
const STOP_WITHIN_MS = 15_000
const SAID_CHARS_MAX = 2_000

/** A process that the bench starts: the code under measurement, or its load. */
export interface Child {
  pid: number
  /** Sends a message that is not answered. */
  tell(message: object): void
  /** Sends a message and resolves with the next one that comes back. */
  ask<T>(message: object): Promise<T>
  /** Resolves with the next message that the process sends unprompted. */
  heard<T>(): Promise<T>
  exited: Promise<number | null>
  stop(): Promise<void>
}

export interface ChildOptions {
  args?: readonly string[]
  env?: Record<string, string>
  /** Folder and name of the CPU profile that the process writes when it ends. */
  profile?: { folder: string; name: string } | null
}

/** Our processes end when the channel closes, however the parent ended. */
export function startChild(script: string, { args = [], env = {}, profile }: ChildOptions): Child {
  const execArgv = profile
    ? ['--cpu-prof', `--cpu-prof-dir=${profile.folder}`, `--cpu-prof-name=${profile.name}.cpuprofile`]
    : []
  const child: ChildProcess = fork(script, [...args], {
    cwd: REPOSITORY,
    execArgv,
    // In a process group of its own, so that Ctrl-C does not kill it before the servers it needs are closed in order.
    detached: true,
    env: { ...inherited(), ...env },
    // The log is written, as under an orchestrator, and discarded.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-SAID_CHARS_MAX)
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const ended = exited.then((code) => Promise.reject(new Error(`${script} ended with ${code}: ${said}`)))
  // Only a caller that waits for a message sees the rejection.
  ended.catch(() => {})
  const heard = async <T>(): Promise<T> => {
    const next = once(child, 'message').then(([message]) => message as T)
    next.catch(() => {})
    return await Promise.race([next, ended])
  }
  return {
    pid: child.pid!,
    heard,
    tell: (message) => void child.send(message),
    async ask<T>(message: object) {
      const answer = heard<T>()
      child.send(message)
      return await answer
    },
    exited,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      await exited
      clearTimeout(late)
    },
  }
}
