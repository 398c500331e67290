import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '../shared/free-port.ts'
import { eventually } from './eventually.ts'
import { NO_RATE_LIMITS_TEXT } from './no-rate-limits.ts'
import { REPOSITORY } from './product.ts'
import { inherited } from './run-environment.ts'
import { ADMIN } from './tokens.ts'

export interface ApiProcess {
  url: string
  child: ChildProcess
  said(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a listening replica in its own process. Every test that starts one stops it. */
export async function apiProcess(env: Record<string, string>, given?: number): Promise<ApiProcess> {
  const port = given ?? (await freePort())
  const child = spawn(process.execPath, ['api/main.ts'], {
    cwd: REPOSITORY,
    env: { ...inherited(), PORT: String(port), ADMIN_TOKEN: ADMIN, RATE_LIMITS: NO_RATE_LIMITS_TEXT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const url = `http://127.0.0.1:${port}`
  // On a busy machine a process may take long to listen.
  await eventually(
    async () => {
      if (child.exitCode !== null) throw new Error(text)
      return (await fetch(`${url}/health`)).ok
    },
    { within: 60_000 },
  )
  return {
    url,
    child,
    said: () => text,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}
