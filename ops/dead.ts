import { Command } from 'commander'
import { dropLetters } from '../shared/broker/drop-letters.ts'
import { isLost, lostLetters, redriveLost } from '../shared/broker/lost-letters.ts'
import type { Broker, DeadLetter } from '../shared/broker/port.ts'
import { eachBatch, redrive } from '../shared/broker/redrive.ts'
import { STAGES, type StageName } from '../shared/broker/topology.ts'
import { AppError } from '../shared/errors.ts'
import { logRedrive } from '../shared/postgres/events/redrive-event.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import type { Env, Say } from './calendar.ts'
import { withBroker } from './connect.ts'
import { table } from './table.ts'

const SHOWN_MAX = 500
/** A broker lists no more than this. */
const FOUND_MAX = 1_000
const REASON_CHARS_MAX = 500
/** A refused envelope has a reason of a thousand characters. */
const REASON_SHOWN = 100

interface Parts {
  sql: Pool
  broker: Broker
}

/** Messages a stage gave up on: list them, repair the cause, send them again. */
export function deadCommand(env: Env, say: Say): Command {
  const command = new Command('dead').description('dead letters: list, show, redrive, drop')
  command
    .command('list')
    .description('messages that stages gave up on, newest first')
    .option('--stage <stage>', `one of ${STAGES.join(', ')}`)
    .option('--json', 'an array of objects')
    .action(async (options: { stage?: string; json?: boolean }) => {
      await withBroker(env, async ({ sql, broker }) => {
        const letters = await find({ sql, broker }, options.stage)
        const newest = letters.slice(0, SHOWN_MAX)
        if (options.json) return say(json(newest.map(shown)))
        say(table(newest.map(inTable), 'no dead letters'))
        if (letters.length > SHOWN_MAX) say(`\nthe newest ${SHOWN_MAX} only: ops lag counts all of them`)
      })
    })
  command
    .command('show <id>')
    .description('one dead letter with its message')
    .option('--json', 'no change: the output is always JSON')
    .action(async (id: string) => {
      await withBroker(env, async ({ sql, broker }) =>
        say(json(shown(one(await find({ sql, broker }, undefined), id)))),
      )
    })
  command
    .command('redrive [ids...]')
    .description('send dead letters to their stage again; a message that has had its effect changes nothing')
    .option('--stage <stage>', 'all dead letters of a stage')
    .option('--dry-run', 'only list what would be sent')
    .option('--json', 'an object')
    .action(async (ids: string[], options: { stage?: string; dryRun?: boolean; json?: boolean }) => {
      wantChoice(ids, options.stage)
      await withBroker(env, async ({ sql, broker, clock }) => {
        const parts = { sql, broker }
        const chosen = options.dryRun
          ? await chosenOf(parts, ids, options.stage)
          : await eachChosen(parts, { ids, stage: options.stage }, (letters) => sendAgain(parts, letters))
        if (!options.dryRun) await tellRedriven(sql, chosen, clock.now())
        if (options.json) return say(json({ sent: !options.dryRun, letters: chosen.map(row) }))
        say(table(chosen.map(inTable), 'no dead letters'))
        say(
          `\n${options.dryRun ? `dry run: ${atLeast(chosen.length)} would be sent again` : `${chosen.length} sent again`}`,
        )
      })
    })
  command
    .command('drop [ids...]')
    .description('remove dead letters for good; they are kept with the reason in the table dropped_letters')
    .option('--stage <stage>', 'all dead letters of a stage')
    .requiredOption('--reason <text>', 'why nobody will need them')
    .option('--json', 'an object')
    .action(async (ids: string[], options: { stage?: string; reason: string; json?: boolean }) => {
      wantChoice(ids, options.stage)
      const reason = options.reason.trim()
      if (reason === '' || reason.length > REASON_CHARS_MAX) {
        throw new AppError('invalid', `--reason needs 1 to ${REASON_CHARS_MAX} characters`)
      }
      await withBroker(env, async ({ sql, broker }) => {
        const drop = (letters: readonly DeadLetter[]) => dropLetters({ sql, broker }, letters, reason)
        const chosen = await eachChosen({ sql, broker }, { ids, stage: options.stage }, drop)
        if (options.json) return say(json({ dropped: true, letters: chosen.map(row) }))
        say(`${chosen.length} dropped`)
      })
    })
  return command
}

/** One event for each stage; the letters' ids make its key. */
async function tellRedriven(sql: Pool, letters: readonly DeadLetter[], at: Date): Promise<void> {
  const stages = Map.groupBy(letters, ({ stage }) => stage)
  await sql.begin(async (tx) => {
    for (const [stage, own] of stages) {
      const key = `${at.getTime()} ${stage} ${own[0]!.id}`
      await logRedrive(tx, { key, stage, sent: own.length, at, by: 'ops' })
    }
  })
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const GONE = 'its letter is gone from the broker; '

const row = ({ id, stage, messageId, reason, errorKind, attempts, diedAt, ...letter }: DeadLetter) => ({
  id,
  stage,
  message_id: messageId,
  reason: `${'isLost' in letter ? GONE : ''}${reason}`,
  error_kind: errorKind,
  attempts,
  died_at: diedAt,
})

/** A line of the table; the whole reason is in `show` and in --json. */
const inTable = (letter: DeadLetter) => {
  const { reason, ...others } = row(letter)
  return { ...others, reason: reason.length > REASON_SHOWN ? `${reason.slice(0, REASON_SHOWN)}…` : reason }
}

const atLeast = (count: number): string => (count < FOUND_MAX ? `${count}` : `at least ${count}`)

const shown = (letter: DeadLetter) => ({ ...row(letter), body: letter.body })

function stageNamed(name: string | undefined): StageName | undefined {
  const stage = STAGES.find((known) => known === name)
  if (name !== undefined && !stage) throw new AppError('invalid', `--stage: choose from ${STAGES.join(', ')}`)
  return stage
}

/** Returns the letters that the broker holds, newest first, and then those that only the inbox knows. */
async function find(parts: Parts, name: string | undefined): Promise<DeadLetter[]> {
  const stage = stageNamed(name)
  const letters = await parts.broker.deadLetters({ limit: FOUND_MAX, ...(stage === undefined ? {} : { stage }) })
  return [...letters, ...(await lostLetters(parts, stage))]
}

function wantChoice(ids: readonly string[], stage: string | undefined): void {
  if (ids.length === 0 && !stage) throw new AppError('invalid', 'give the ids of dead letters, or --stage')
}

/** The letters with these ids, or without ids those of the stage. */
async function chosenOf(parts: Parts, ids: readonly string[], stage?: string): Promise<DeadLetter[]> {
  const letters = await find(parts, stage)
  return ids.length > 0 ? ids.map((id) => one(letters, id)) : letters
}

/** Works on the letters with these ids, or without ids on all of the stage; returns them. */
async function eachChosen(
  parts: Parts,
  { ids, stage: name }: { ids: readonly string[]; stage: string | undefined },
  work: (letters: readonly DeadLetter[]) => Promise<void>,
): Promise<DeadLetter[]> {
  const stage = stageNamed(name)
  if (ids.length === 0 && stage) {
    const lost = await lostLetters(parts, stage)
    await work(lost)
    return [...lost, ...(await eachBatch(parts.broker, stage, work))]
  }
  const chosen = await chosenOf(parts, ids, name)
  await work(chosen)
  return chosen
}

async function sendAgain(parts: Parts, letters: readonly DeadLetter[]): Promise<void> {
  await redriveLost(parts, letters.filter(isLost))
  await redrive(
    parts,
    letters.filter((letter) => !isLost(letter)),
  )
}

function one(letters: readonly DeadLetter[], id: string): DeadLetter {
  const letter = letters.find((candidate) => candidate.id === id)
  if (!letter) throw new AppError('not_found', 'no dead letter has this id (ops dead list shows them)')
  return letter
}
