import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from './product.ts'

interface OpsRun {
  /** Null if the command was ended at its time limit. */
  code: number | null
  out: string
  err: string
}

/** Runs a command of `ops` in its own process, which gets these variables in addition to those of this process. */
export async function runOps(
  args: readonly string[],
  env: Record<string, string>,
  { withinMs = 0 } = {},
): Promise<OpsRun> {
  const node = join(REPOSITORY, 'node_modules/.bin/node')
  const options = { cwd: REPOSITORY, timeout: withinMs, env: { ...process.env, ...env } }
  return await promisify(execFile)(node, ['ops/main.ts', ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      err: stderr,
    }),
  )
}

/** Returns what a command of `ops` prints that has to succeed. */
export async function opsOutput(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await runOps(args, env)
  if (code !== 0) throw new Error(`ops ${args.join(' ')} ended with code ${code}: ${err}`)
  return out
}
