import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { errorMessage } from '../shared/errors.ts'
import { freePort } from '../shared/free-port.ts'

export const BOOT_WITHIN_MS = 120_000
const PROBE_WITHIN_MS = 500
/** A boot fails within a second if Erlang’s name server does not listen yet or another process has just taken a port. */
const BOOTS_MAX = 3
/**
 * An expired retry that meets a restart is moved again after this time. RabbitMQ's default is three minutes; compose.yaml
 * sets the same value.
 */
export const DEAD_LETTER_RETRY = '-rabbit dead_letter_worker_publisher_confirm_timeout 5000'
const LIBRARY = '/usr/lib/rabbitmq/lib'
const HOMEBREW = ['/opt/homebrew/opt/rabbitmq/sbin', '/usr/local/opt/rabbitmq/sbin']

/** A broker node that a test may break. */
export interface RabbitNode {
  url: string
  ctl(...args: string[]): Promise<string>
  /** Sends SIGKILL to the node and resolves when it is gone. */
  kill(): Promise<void>
  /** Stops the node's clock, so that it answers nothing and keeps its connections; `thaw` ends that. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Starts the node after a kill and resolves when it accepts connections. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts and kills the node on command, and ends everything when its input ends, also after we were killed: the
 * kernel closes our end of the pipe. The node's data is discarded, so nothing ends gently.
 */
const KEEPER = `
trap '' INT TERM HUP
end() { [ -n "$1" ] && kill -9 "$1" 2>/dev/null; }
while read -r command; do
  case "$command" in
    start) rm -f rabbit.pid; "$SBIN/rabbitmq-server" </dev/null >>out.log 2>&1 & shell=$! ;;
    kill) end "$(cat rabbit.pid 2>/dev/null)"; end "$shell"; wait ;;
  esac
done
end "$(cat rabbit.pid 2>/dev/null)"; end "$shell"; wait
for _ in 1 2 3 4 5 6 7 8 9 10; do
  epmd -kill >/dev/null 2>&1 && break
  sleep 0.2
done
cd / && rm -rf "$HOME"
`

/** Finds the folder of the scripts themselves, because Debian's commands in /usr/sbin change user and cookie. */
export function installedRabbit(): string | null {
  const versions = existsSync(LIBRARY) ? readdirSync(LIBRARY).filter((name) => name.startsWith('rabbitmq_server-')) : []
  const folders = [
    ...versions
      .sort()
      .reverse()
      .map((name) => join(LIBRARY, name, 'sbin')),
    ...HOMEBREW,
  ]
  return folders.find((folder) => existsSync(join(folder, 'rabbitmq-server'))) ?? null
}

/** The settings that the nodes of a cluster share, and the name of one among them. */
export interface ClusterPlace {
  nodename: string
  epmd: number
  cookie: string
  /** Lines of the configuration in addition to those of every node. */
  lines: readonly string[]
}

/** A node whose commands can be run by a script. */
export interface LocalRabbitNode extends RabbitNode {
  /** Runs a script with `rabbitmqctl` of this node on its path; resolves with what it printed. */
  script(path: string, env: Record<string, string>): Promise<string>
}

/** Starts a private throw-away node with its own ports, epmd, cookie and folder, or as part of a cluster. */
export async function startRabbitNode(sbin: string, place?: ClusterPlace): Promise<LocalRabbitNode> {
  const folder = await mkdtemp(join(tmpdir(), 'market-rabbit-'))
  const port = await freePort()
  const env = environment(folder, port, await freePort(), place?.epmd ?? (await freePort()))
  if (place) {
    env.RABBITMQ_NODENAME = place.nodename
    await writeFile(join(folder, '.erlang.cookie'), place.cookie, { mode: 0o400 })
  }
  const file = (name: string, lines: string[]) => writeFile(join(folder, name), `${lines.join('\n')}\n`)
  await file('enabled_plugins', ['[].'])
  await file('env.conf', [])
  await file('rabbitmq.conf', [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    'log.console = false',
    'log.file.level = warning',
    'disk_free_limit.absolute = 50MB',
    'vm_memory_high_watermark.absolute = 512MiB',
    ...(place?.lines ?? []),
  ])
  const keeper = spawn('/bin/sh', ['-c', KEEPER], {
    cwd: folder,
    env: { ...env, SBIN: sbin },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise((done) => keeper.once('exit', done))
  const out = join(folder, 'out.log')
  const start = async () => {
    const until = performance.now() + BOOT_WITHIN_MS
    let said = ''
    for (let attempt = 0; attempt < BOOTS_MAX && performance.now() < until; attempt++) {
      await rm(out, { force: true })
      keeper.stdin.write('start\n')
      for (said = ''; performance.now() < until && !said.includes('BOOT FAILED'); await sleep(100)) {
        if (await answers(port)) return
        said = await readFile(out, 'utf8').catch(() => '')
      }
      keeper.stdin.write('kill\n')
    }
    keeper.stdin.end()
    throw new Error(`rabbitmq-server did not start:\n${said}`)
  }
  const ctl = async (...args: string[]): Promise<string> => {
    const run = promisify(execFile)
    const { stdout } = await run(join(sbin, 'rabbitmqctl'), ['-q', ...args], { env, cwd: folder })
    return stdout
  }
  await start()
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    async ctl(...args) {
      try {
        return await ctl(...args)
      } catch (error) {
        // A node serves its first listener a moment before it counts as started and takes commands.
        if (!/'rabbit' app to be running/.test(errorMessage(error))) throw error
        await ctl('await_startup')
        return await ctl(...args)
      }
    },
    async script(path, own) {
      const script = { ...env, ...own, PATH: `${sbin}:${env.PATH}` }
      const { stdout } = await promisify(execFile)('/bin/sh', [path], { env: script, cwd: folder })
      return stdout
    },
    async kill() {
      keeper.stdin.write('kill\n')
      while (await answers(port)) await sleep(20)
    },
    freeze: async () => void process.kill(await pidOf(folder), 'SIGSTOP'),
    thaw: async () => void process.kill(await pidOf(folder), 'SIGCONT'),
    start,
    async stop() {
      keeper.stdin.end()
      await ended
    },
  }
}

const pidOf = async (folder: string): Promise<number> => Number(await readFile(join(folder, 'rabbit.pid'), 'utf8'))

const environment = (folder: string, port: number, distribution: number, epmd: number): Record<string, string> => ({
  PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin`,
  LANG: 'C.UTF-8',
  // The node makes its cookie in HOME.
  HOME: folder,
  // Empty files replace the machine's own settings.
  RABBITMQ_CONF_ENV_FILE: join(folder, 'env.conf'),
  RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
  RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'none.config'),
  RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
  RABBITMQ_NODENAME: `t${port}@localhost`,
  RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
  RABBITMQ_NODE_PORT: String(port),
  RABBITMQ_DIST_PORT: String(distribution),
  ERL_EPMD_PORT: String(epmd),
  ERL_EPMD_ADDRESS: '127.0.0.1',
  RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
  RABBITMQ_LOG_BASE: join(folder, 'log'),
  RABBITMQ_PID_FILE: join(folder, 'rabbit.pid'),
  // Two schedulers that sleep when idle, because the node shares the machine with the tests.
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `+S 2:2 +sbwt none -kernel inet_dist_use_interface {127,0,0,1} ${DEAD_LETTER_RETRY}`,
})

/** Returns whether the broker answers; it accepts connections before it answers them. */
export const answers = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((done) => {
    const socket = createConnection({ port, host }, () => socket.write('AMQP\0\0\x09\x01'))
    const tell = (answer: boolean) => {
      socket.destroy()
      done(answer)
    }
    socket.setTimeout(PROBE_WITHIN_MS, () => tell(false))
    socket.once('data', () => tell(true))
    socket.once('error', () => tell(false))
    socket.once('end', () => tell(false))
  })
