import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'

/** Starts a server that refuses to run as root. */
export interface RunAs {
  spawn(command: string, args: string[], options: SpawnOptions): ChildProcess
  /** Gives a file or folder to the user that the server runs as. */
  own(path: string): Promise<void>
}

const NOBODY = 65_534
const IN_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
/** Linux sends the server SIGINT, an orderly shutdown, when the process that started it has ended for any reason. */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--']

const works = ([command, ...args]: readonly string[]): boolean =>
  spawnSync(command!, [...args, 'true'], { stdio: 'ignore' }).status === 0

/**
 * An ordinary user runs the server directly. Root first tries a user namespace: inside, the server sees uid 1000,
 * outside its files stay root's, so a folder that only root may enter works and no account is needed.
 * If namespaces are forbidden, the server runs as the user nobody, which must be able to reach the folder.
 */
export async function runAsAnybodyButRoot(folder: string): Promise<RunAs> {
  const lifeline = works(WITH_PARENT) ? WITH_PARENT : []
  const start = (prefix: readonly string[]) => (command: string, args: string[], options: SpawnOptions) => {
    const [first, ...rest] = [...prefix, ...lifeline, command, ...args]
    return spawn(first!, rest, options)
  }
  if (process.getuid?.() !== 0) return { spawn: start([]), own: async () => {} }
  if (works(IN_NAMESPACE)) return { spawn: start(IN_NAMESPACE), own: async () => {} }
  const own = (path: string) => chown(path, NOBODY, NOBODY)
  await own(folder)
  return {
    // Changing the user clears the death signal, so setpriv, which sets it, runs as nobody already.
    spawn: (command, args, options) => start([])(command, args, { ...options, uid: NOBODY, gid: NOBODY }),
    own,
  }
}
