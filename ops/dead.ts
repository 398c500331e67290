import { Command } from 'commander'
import { dropLetters } from '../shared/broker/drop-letters.ts'
import type { Broker, DeadLetter } from '../shared/broker/port.ts'
import { redrive } from '../shared/broker/redrive.ts'
import { STAGES, type StageName } from '../shared/broker/topology.ts'
import { AppError } from '../shared/errors.ts'
import { logRedrive } from '../shared/postgres/events/redrive-event.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import type { Env, Say } from './calendar.ts'
import { withBroker } from './connect.ts'
import { table } from './table.ts'

const LIST_MAX = 500
const REASON_CHARS_MAX = 500

/** Messages a stage gave up on: list them, repair the cause, send them again. */
export function deadCommand(env: Env, say: Say): Command {
  const command = new Command('dead').description('dead letters: list, show, redrive, drop')
  command
    .command('list')
    .description('messages that stages gave up on, newest first')
    .option('--stage <stage>', `one of ${STAGES.join(', ')}`)
    .option('--json', 'an array of objects')
    .action(async (options: { stage?: string; json?: boolean }) => {
      await withBroker(env, async ({ broker }) => {
        const letters = await find(broker, options.stage)
        say(options.json ? json(letters.map(shown)) : table(letters.map(row), 'no dead letters'))
      })
    })
  command
    .command('show <id>')
    .description('one dead letter with its message')
    .option('--json', 'no change: the output is always JSON')
    .action(async (id: string) => {
      await withBroker(env, async ({ broker }) => say(json(shown(one(await find(broker, undefined), id)))))
    })
  command
    .command('redrive [ids...]')
    .description('send dead letters to their stage again; a message that has had its effect changes nothing')
    .option('--stage <stage>', 'all dead letters of a stage')
    .option('--dry-run', 'only list what would be sent')
    .option('--json', 'an object')
    .action(async (ids: string[], options: { stage?: string; dryRun?: boolean; json?: boolean }) => {
      if (ids.length === 0 && !options.stage) throw new AppError('invalid', 'give the ids of dead letters, or --stage')
      await withBroker(env, async ({ sql, broker, clock }) => {
        const letters = await find(broker, options.stage)
        const chosen = ids.length > 0 ? ids.map((id) => one(letters, id)) : letters
        if (!options.dryRun) {
          await redrive({ sql, broker }, chosen)
          await tellRedriven(sql, chosen, clock.now())
        }
        if (options.json) return say(json({ sent: !options.dryRun, letters: chosen.map(row) }))
        say(table(chosen.map(row), 'no dead letters'))
        say(`\n${options.dryRun ? `dry run: ${chosen.length} would be sent again` : `${chosen.length} sent again`}`)
      })
    })
  command
    .command('drop <ids...>')
    .description('remove dead letters for good; they are kept with the reason in the table dropped_letters')
    .requiredOption('--reason <text>', 'why nobody will need them')
    .option('--json', 'an object')
    .action(async (ids: string[], options: { reason: string; json?: boolean }) => {
      const reason = options.reason.trim()
      if (reason === '' || reason.length > REASON_CHARS_MAX) {
        throw new AppError('invalid', `--reason needs 1 to ${REASON_CHARS_MAX} characters`)
      }
      await withBroker(env, async ({ sql, broker }) => {
        const letters = await find(broker, undefined)
        const chosen = ids.map((id) => one(letters, id))
        await dropLetters({ sql, broker }, chosen, reason)
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

const row = ({ id, stage, messageId, reason, errorKind, attempts, diedAt }: DeadLetter) => ({
  id,
  stage,
  message_id: messageId,
  reason,
  error_kind: errorKind,
  attempts,
  died_at: diedAt,
})

const shown = (letter: DeadLetter) => ({ ...row(letter), body: letter.body })

async function find(broker: Broker, stage: string | undefined): Promise<DeadLetter[]> {
  if (stage !== undefined && !(STAGES as readonly string[]).includes(stage)) {
    throw new AppError('invalid', `--stage: choose from ${STAGES.join(', ')}`)
  }
  return await broker.deadLetters({ limit: LIST_MAX, ...(stage === undefined ? {} : { stage: stage as StageName }) })
}

function one(letters: readonly DeadLetter[], id: string): DeadLetter {
  const letter = letters.find((candidate) => candidate.id === id)
  if (!letter) throw new AppError('not_found', 'no dead letter has this id (ops dead list shows them)')
  return letter
}
