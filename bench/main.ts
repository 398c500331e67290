import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorMessage } from '../shared/errors.ts'
import { capacityDocument } from './capacity/document.ts'
import { measureCapacity } from './capacity/measure-capacity.ts'
import { readCommand } from './command-line.ts'
import { describeProfiles } from './cpu-profile.ts'
import { describeMachine } from './machine.ts'
import { openRig, openServers, type Servers } from './rig.ts'
import type { Row } from './row.ts'
import { ROWS } from './rows/index.ts'
import { type Line, runRow } from './run-row.ts'
import { type Failure, render } from './table.ts'

const ROUNDS = 5
const EXIT_INTERRUPTED = 130

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Ctrl-C arrives from the terminal and again from npm; only a later one means "end at once". */
const SAME_SIGNAL_MS = 1_500

const interrupted = Promise.withResolvers<never>()
interrupted.promise.catch(() => {})
let interruptedAt: number | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interruptedAt !== null && performance.now() - interruptedAt > SAME_SIGNAL_MS) process.exit(EXIT_INTERRUPTED)
    interruptedAt ??= performance.now()
    interrupted.reject(new Error(`stopped by ${signal}`))
  })
}

interface Outcome {
  lines: Line[]
  failed: Failure[]
  settings: string[]
}

async function runAll(
  rows: readonly Row[],
  { quick, profile }: { quick: boolean; profile: boolean },
): Promise<Outcome> {
  const outcome: Outcome = { lines: [], failed: [], settings: describeMachine() }
  await using servers = openServers()
  for (const row of rows) {
    say(`${row.id} …`)
    try {
      outcome.lines.push(...(await runOne(row, servers, { quick, profile })))
    } catch (error) {
      if (interruptedAt !== null) throw error
      outcome.failed.push({ row: row.id, error: errorMessage(error) })
    }
  }
  outcome.settings.push(...(await servers.describe()))
  return outcome
}

async function runOne(row: Row, servers: Servers, options: { quick: boolean; profile: boolean }): Promise<Line[]> {
  // A profiled process is slower, so its figures mean nothing; one round is enough to show where the time goes.
  const rounds = options.quick || options.profile ? 1 : ROUNDS
  const profiles = options.profile ? await mkdtemp(join(tmpdir(), `market-bench-${row.id}-`)) : null
  let lines: Line[]
  {
    await using rig = openRig(servers, { quick: options.quick, rounds, profiles })
    const running = runRow(row, rig)
    running.catch(() => {})
    lines = await Promise.race([running, interrupted.promise])
  }
  // The profiles are written when the processes end.
  if (profiles) say(await describeProfiles(profiles))
  return lines
}

/** Prints docs/capacity.md. Returns the exit code. */
async function printCapacity({ quick }: { quick: boolean }): Promise<number> {
  const day = new Date().toISOString().slice(0, 10)
  const machine = describeMachine()
  await using servers = openServers()
  const found = await measureCapacity(servers, { quick, say, interrupted: interrupted.promise })
  machine.push(...(await servers.describe()))
  if (quick) machine.push('a quick run: it shows that the bench works, its figures mean nothing')
  process.stdout.write(`${capacityDocument(found.measured, { machine, day, failed: found.failed })}\n`)
  return found.failed.length > 0 ? 1 : 0
}

try {
  const command = readCommand(
    process.argv.slice(2),
    ROWS.map(({ id }) => id),
  )
  if (command.capacity) process.exit(await printCapacity(command))
  const { lines, failed, settings } = await runAll(
    ROWS.filter((row) => command.rows.includes(row.id) && (command.isChosen || !('isOnRequest' in row))),
    command,
  )
  if (command.quick) settings.push('a quick run: it shows that the bench works, its figures mean nothing')
  if (command.profile) settings.push('profiled: slower than it is, one round')
  const text = command.json
    ? JSON.stringify({ settings, lines, failed }, null, 2)
    : [...settings, '', render(lines, failed)].join('\n')
  process.stdout.write(`${text}\n`)
  process.exit(failed.length > 0 ? 1 : 0)
} catch (error) {
  say(`bench: ${errorMessage(error)}`)
  process.exit(interruptedAt === null ? 1 : EXIT_INTERRUPTED)
}
