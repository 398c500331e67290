import { Command } from 'commander'
import { errorMessage } from '../shared/errors.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { auditCommand } from './audit.ts'
import { brokerageCommand } from './brokerage.ts'
import { calendarCommand } from './calendar.ts'
import { chainCommand } from './chain.ts'
import { corporateActionCommand } from './corporate-action.ts'
import { cycleCommand } from './cycle.ts'
import { deadCommand } from './dead.ts'
import { historyCommand } from './history.ts'
import { lagCommand } from './lag.ts'
import { settlementPriceCommand } from './settlement-price.ts'
import { tokenCommand } from './token.ts'
import { traceCommand } from './trace.ts'

/** A failure is one line on stderr and exit code 1, because these commands run in scripts. */
const program = new Command('ops').description('Watch and repair the service').showHelpAfterError()
try {
  const env = withSecretFiles(process.env)
  const commands = [
    lagCommand,
    deadCommand,
    cycleCommand,
    traceCommand,
    calendarCommand,
    tokenCommand,
    auditCommand,
    historyCommand,
    chainCommand,
    brokerageCommand,
    corporateActionCommand,
    settlementPriceCommand,
  ]
  for (const command of commands) {
    program.addCommand(command(env, (text) => process.stdout.write(`${text}\n`)))
  }
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`ops: ${errorMessage(error)}\n`)
  process.exitCode = 1
}
