import { type ChildProcess, spawn } from 'node:child_process'
import { REPOSITORY } from './product.ts'
import { inherited } from './run-environment.ts'

/** A process that does not end by itself is killed, so that its test fails instead of waiting. */
const ENDS_WITHIN_MS = 240_000

type Command = readonly [script: string, ...args: string[]]

export interface RunningProcess {
  child: ChildProcess
  /** Everything that it has printed, including its log. */
  said(): string
  /** Resolves with its exit code, or with null when it was killed. */
  ended: Promise<number | null>
}

/** Starts one of the product's processes, which is killed if it runs for too long. */
export function startProcess([script, ...args]: Command, env: Record<string, string>): RunningProcess {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: REPOSITORY,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_WITHIN_MS,
    killSignal: 'SIGKILL',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, said: () => said, ended: new Promise((done) => child.once('close', done)) }
}

/** Runs one of the product's processes until it ends by itself; `said` is what it printed apart from its log. */
export async function runToEnd(command: Command, env: Record<string, string>) {
  const began = performance.now()
  const running = startProcess(command, env)
  const code = await running.ended
  const said = running
    .said()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n')
  return { code, said, ms: performance.now() - began }
}
