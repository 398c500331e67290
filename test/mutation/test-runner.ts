import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunnerMessage, RunRequest, RunResult } from './runner-messages.ts'

const STOP_WITHIN_MS = 3_000
const START_WITHIN_MS = 60_000
/** A mutant may end the process that runs it; if that happens twice, it is not by accident. */
const ATTEMPTS_MAX = 2
const PROGRAM = join(import.meta.dirname, 'runner-process.ts')

/** Runs tests of a tree, in a process that is started again when a run takes too long. */
export class TestRunner implements AsyncDisposable {
  readonly #root: string
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null

  constructor(root: string, env: Record<string, string> = {}) {
    this.#root = root
    this.#env = env
  }

  /** The result of a run, or null when it took longer than its limit. A process that ends by itself is started again. */
  async run(request: RunRequest, limitMs: number): Promise<RunResult | null> {
    for (let attempt = 1; ; attempt++) {
      const child = this.#child ?? (await this.#start())
      const answer = nextMessage(child, limitMs)
      child.send(request, () => {})
      const message = await answer
      if (typeof message === 'object' && 'result' in message) return message.result
      await this.#stop()
      if (typeof message === 'object' && 'error' in message) throw new Error(message.error)
      if (message === 'late' || attempt === ATTEMPTS_MAX) return null
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop()
  }

  async #start(): Promise<ChildProcess> {
    // The process leads a group of its own, so that its workers and whatever tests start can be stopped with it.
    const child = fork(PROGRAM, [this.#root], {
      cwd: this.#root,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, ...this.#env },
    })
    this.#child = child
    const message = await nextMessage(child, START_WITHIN_MS)
    if (typeof message === 'object' && 'ready' in message) return child
    await this.#stop()
    const why = typeof message === 'object' && 'error' in message ? message.error : 'no answer'
    throw new Error(`Vitest did not start in ${this.#root}: ${why}`)
  }

  async #stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child?.pid) return
    const ended = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit')
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The whole group has ended.
    }
  }
}

/** The next message of the process, or how it failed to send one. */
async function nextMessage(child: ChildProcess, limitMs: number): Promise<RunnerMessage | 'late' | 'ended'> {
  const { promise, resolve } = Promise.withResolvers<RunnerMessage | 'late' | 'ended'>()
  const ended = (): void => resolve('ended')
  const timer = setTimeout(() => resolve('late'), limitMs)
  child.once('message', resolve).once('exit', ended)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', ended)
  }
}
