import { Command } from 'commander'
import { accountCommand } from './account.ts'
import { aiCommand } from './ai.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { brokerageCommand } from './brokerage.ts'
import { calendarCommand } from './calendar.ts'
import { chainCommand } from './chain.ts'
import { clockCommand } from './clock.ts'
import { companyCommand } from './company.ts'
import { compareCommand } from './compare-scorecards.ts'
import { corporateActionCommand } from './corporate-action.ts'
import { cycleCommand } from './cycle.ts'
import { deadCommand } from './dead.ts'
import { failoverCommand } from './failover.ts'
import { fedwatchCommand } from './fedwatch.ts'
import { gradeCommand } from './grade.ts'
import { historyCommand } from './history.ts'
import { lagCommand } from './lag.ts'
import { ownershipCommand } from './ownership.ts'
import { readCommand } from './read.ts'
import { restoreCommand } from './restore.ts'
import { scorecardCommand } from './scorecard.ts'
import { screenerCommand } from './screener.ts'
import { settlementPriceCommand } from './settlement-price.ts'
import { tablesCommand } from './tables.ts'
import { tokenCommand } from './token.ts'
import { traceCommand } from './trace.ts'

/** The command line of `ops`: parsed by main.ts, and read for its help by the test of the documents. */
export function opsProgram(env: NodeJS.ProcessEnv, print: (text: string) => void): Command {
  // One line of reason and exit code 1, or the requested output: these commands run in scripts.
  const program = new Command('ops').description('Watch and repair the service').showHelpAfterError()
  const commands = [
    lagCommand,
    deadCommand,
    cycleCommand,
    traceCommand,
    calendarCommand,
    tokenCommand,
    accountCommand,
    scorecardCommand,
    compareCommand,
    auditCommand,
    backupCommand,
    restoreCommand,
    historyCommand,
    gradeCommand,
    readCommand,
    aiCommand,
    screenerCommand,
    fedwatchCommand,
    chainCommand,
    ownershipCommand,
    companyCommand,
    brokerageCommand,
    corporateActionCommand,
    settlementPriceCommand,
    clockCommand,
    failoverCommand,
    tablesCommand,
  ]
  for (const command of commands) program.addCommand(command(env, print))
  return program
}
