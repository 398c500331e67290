import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../shared/errors.ts'
import type { Rig } from './rig.ts'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'
const TPS = /^tps = ([\d.]+)/m
const RUNS = /^number of transactions actually processed: (\d+)/m
const FAILED = /number of failed transactions: (\d+)/

/** The embedded server has no pgbench, so an installed one is used, or Debian's, unpacked for this run. */
export interface Pgbench {
  /** Runs the script with the given number of clients, one connection each. */
  run(order: {
    url: string
    script: string
    variables: Record<string, string>
    clients: number
    seconds: number
  }): Promise<{ runs: number; perSecond: number }>
}

export async function bringPgbench(rig: Rig): Promise<Pgbench> {
  const { path, env } = installed() ?? (await unpacked(rig))
  return {
    async run({ url, script, variables, clients, seconds }) {
      const file = join(await rig.folder(), 'script.sql')
      await writeFile(file, script)
      const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
      const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file]
      const child = spawn(path, [...args, ...defined, url], {
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      rig.defer(() => child.kill())
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const [code] = await once(child, 'close')
      const tps = TPS.exec(said)?.[1]
      const runs = RUNS.exec(said)?.[1]
      if (code !== 0 || tps === undefined || runs === undefined || FAILED.exec(said)?.[1] !== '0')
        throw new AppError('internal', `pgbench ended with ${String(code)}: ${said.slice(-2_000)}`)
      return { runs: Number(runs), perSecond: Number(tps) }
    },
  }
}

interface Found {
  path: string
  env: Record<string, string>
}

function installed(): Found | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((one) => join(DEBIAN, one, 'bin'))]
  const folder = folders.find((one) => existsSync(join(one, 'pgbench')))
  return folder === undefined ? null : { path: join(folder, 'pgbench'), env: {} }
}

async function unpacked(rig: Rig): Promise<Found> {
  const folder = await rig.folder()
  try {
    const { stdout } = await run('apt-cache', ['depends', 'postgresql'])
    const server = /postgresql-(\d+)/.exec(stdout)?.[0]
    if (server === undefined) throw new AppError('unavailable', 'no package of the server')
    await run('apt-get', ['download', server, 'libpq5'], { cwd: folder })
    for (const name of readdirSync(folder)) await run('dpkg', ['-x', name, '.'], { cwd: folder })
    const version = server.replace('postgresql-', '')
    const libraries = readdirSync(join(folder, 'usr/lib')).filter((one) => one.includes('-linux-'))
    return {
      path: join(folder, DEBIAN, version, 'bin/pgbench'),
      env: { LD_LIBRARY_PATH: libraries.map((one) => join(folder, 'usr/lib', one)).join(':') },
    }
  } catch (cause) {
    throw new AppError('unavailable', 'no pgbench on the PATH, and Debian’s could not be unpacked', { cause })
  }
}
