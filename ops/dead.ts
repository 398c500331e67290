import { Command } from 'commander'
import type { Broker, DeadLetter } from '../shared/broker/port.ts'
import { redrive } from '../shared/broker/redrive.ts'
import { STAGES, type StageName } from '../shared/broker/topology.ts'
import { AppError } from '../shared/errors.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { table } from './table.ts'

const LIST_MAX = 500

/** Messages a stage gave up on: look, repair the cause, send them again. */
export function deadCommand(env: Env, say: Say): Command {
  const command = new Command('dead').description('dead letters: list, show, redrive')
  command
    .command('list')
    .description('what stages gave up on, newest first')
    .option('--stage <stage>', `one of ${STAGES.join(', ')}`)
    .option('--json', 'an array of objects')
    .action(async (options: { stage?: string; json?: boolean }) => {
      await withOps(env, async ({ broker }) => {
        const letters = await find(broker, options.stage)
        if (options.json) return say(JSON.stringify(letters, null, 2))
        say(
          table(
            letters.map(({ body: _body, ...letter }) => letter),
            'no dead letters',
          ),
        )
      })
    })
  command
    .command('show <id>')
    .description('one dead letter with its message')
    .action(async (id: string) => {
      await withOps(env, async ({ broker }) => say(JSON.stringify(one(await find(broker, undefined), id), null, 2)))
    })
  command
    .command('redrive [ids...]')
    .description('send dead letters to their stage again; a message that had its effect has none again')
    .option('--stage <stage>', 'all dead letters of a stage')
    .option('--dry-run', 'only say what would be sent')
    .action(async (ids: string[], options: { stage?: string; dryRun?: boolean }) => {
      if (ids.length === 0 && !options.stage) throw new AppError('invalid', 'name the dead letters, or --stage')
      await withOps(env, async ({ sql, broker }) => {
        const letters = await find(broker, options.stage)
        const chosen = ids.length > 0 ? ids.map((id) => one(letters, id)) : letters
        say(
          table(
            chosen.map(({ id, stage, messageId, reason }) => ({ id, stage, messageId, reason })),
            'no dead letters',
          ),
        )
        if (options.dryRun) return say(`\ndry run: ${chosen.length} would be sent again`)
        await redrive({ sql, broker }, chosen)
        say(`\n${chosen.length} sent again`)
      })
    })
  return command
}

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
