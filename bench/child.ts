import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { REPOSITORY } from '../test/harness/product.ts'

/** What a worker process grants itself, and some. */
const STOP_WITHIN_MS = 15_000
const SAID_CHARS_MAX = 2_000

/** A process of the bench's own: what is measured, or what makes the load. */
export interface Child {
  pid: number
  /** Sends a message and resolves with the next one that comes back. */
  ask<T>(message: object): Promise<T>
  /** The next message it sends by itself. */
  heard<T>(): Promise<T>
  exited: Promise<number | null>
  stop(): Promise<void>
}

export interface ChildOptions {
  args?: readonly string[]
  env?: Record<string, string>
  /** Folder and name of a CPU profile, written when it ends. */
  profile?: { folder: string; name: string } | null
}

/** The channel is a lifeline: our processes end when it closes, however this one ended. */
export function startChild(script: string, { args = [], env = {}, profile }: ChildOptions): Child {
  const execArgv = profile
    ? ['--cpu-prof', `--cpu-prof-dir=${profile.folder}`, `--cpu-prof-name=${profile.name}.cpuprofile`]
    : []
  const child: ChildProcess = fork(script, [...args], {
    cwd: REPOSITORY,
    execArgv,
    // A group of its own: Ctrl-C reaches it in its turn, with what it still needs behind it.
    detached: true,
    env: { PATH: process.env.PATH, ...env },
    // As under an orchestrator the log is written, and here nobody reads it.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-SAID_CHARS_MAX)
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const ended = exited.then((code) => Promise.reject(new Error(`${script} ended with ${code}: ${said}`)))
  // Only whoever waits for a message is told.
  ended.catch(() => {})
  const heard = async <T>(): Promise<T> => {
    const next = once(child, 'message').then(([message]) => message as T)
    next.catch(() => {})
    return await Promise.race([next, ended])
  }
  return {
    pid: child.pid!,
    heard,
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
