import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunAs, runAsAnybodyButRoot } from '../../shared/postgres/server/run-as.ts'
import { installForRun } from '../ask-run.ts'
import { eventually } from '../eventually.ts'
import type { Package } from '../install-package.ts'

/** A folder of a test's own servers, and the user they run as. */
export interface Workshop {
  folder: string
  /** Runs a command to its end; rejects with what it printed unless it succeeds. */
  run(command: string, ...args: string[]): Promise<void>
  /** Starts a server and resolves when it takes connections at the port. */
  serve(port: number, command: string, ...args: string[]): Promise<ServerProcess>
  write(name: string, text: string): Promise<string>
  remove(): Promise<void>
}

export interface ServerProcess {
  child: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

const START_WITHIN_MS = 60_000
const END_WITHIN_MS = 3_000

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(() => done(true)))
    socket.once('error', () => done(false))
  })

/** Installs the package unless its program is there. */
export async function requireProgram(path: string, name: Package): Promise<void> {
  if (!existsSync(path)) await installForRun(name)
  if (!existsSync(path)) throw new Error(`${name} was installed, but ${path} is not there`)
}

function spawnIn(runAs: RunAs, folder: string, command: string, args: string[]) {
  const child = runAs.spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { child, ended, said: () => said }
}

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'market-cluster-'))
  const runAs = await runAsAnybodyButRoot(folder)
  const servers: ServerProcess[] = []
  return {
    folder,
    async run(command, ...args) {
      const { ended, said } = spawnIn(runAs, folder, command, args)
      const code = await ended
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${said()}`)
    },
    async serve(port, command, ...args) {
      const { child, ended, said } = spawnIn(runAs, folder, command, args)
      const server: ServerProcess = {
        child,
        async stop(signal = 'SIGTERM') {
          if (child.exitCode === null && child.signalCode === null) child.kill(signal)
          await ended
        },
      }
      servers.push(server)
      const look = async () => {
        if (child.exitCode !== null) throw new Error(`${command} ended: ${said()}`)
        return await takesConnections(port)
      }
      await eventually(look, { within: START_WITHIN_MS })
      return server
    },
    async write(name, text) {
      const path = join(folder, name)
      await writeFile(path, text)
      await runAs.own(path)
      return path
    },
    async remove() {
      // A server that is killed would leave its own children; one that does not end in time is.
      const patience = setTimeout(() => servers.map(({ child }) => child.kill('SIGKILL')), END_WITHIN_MS)
      await Promise.all(servers.map((server) => server.stop('SIGINT')))
      clearTimeout(patience)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
