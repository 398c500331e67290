import { Command } from 'commander'

type MakeCommand = (env: NodeJS.ProcessEnv, print: (text: string) => void) => Command

/** The commands by name. A run loads only the code of its own: all of them take half a second of processor. */
const COMMANDS: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  lag: async () => (await import('./lag.ts')).lagCommand,
  dead: async () => (await import('./dead.ts')).deadCommand,
  cycle: async () => (await import('./cycle.ts')).cycleCommand,
  trace: async () => (await import('./trace.ts')).traceCommand,
  calendar: async () => (await import('./calendar.ts')).calendarCommand,
  token: async () => (await import('./token.ts')).tokenCommand,
  account: async () => (await import('./account.ts')).accountCommand,
  scorecard: async () => (await import('./scorecard.ts')).scorecardCommand,
  compare: async () => (await import('./compare-scorecards.ts')).compareCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  history: async () => (await import('./history.ts')).historyCommand,
  grade: async () => (await import('./grade.ts')).gradeCommand,
  read: async () => (await import('./read.ts')).readCommand,
  ai: async () => (await import('./ai.ts')).aiCommand,
  screener: async () => (await import('./screener.ts')).screenerCommand,
  fedwatch: async () => (await import('./fedwatch.ts')).fedwatchCommand,
  chain: async () => (await import('./chain.ts')).chainCommand,
  ownership: async () => (await import('./ownership.ts')).ownershipCommand,
  source: async () => (await import('./source.ts')).sourceCommand,
  company: async () => (await import('./company.ts')).companyCommand,
  brokerage: async () => (await import('./brokerage.ts')).brokerageCommand,
  'corporate-action': async () => (await import('./corporate-action.ts')).corporateActionCommand,
  'settlement-price': async () => (await import('./settlement-price.ts')).settlementPriceCommand,
  clock: async () => (await import('./clock.ts')).clockCommand,
  failover: async () => (await import('./failover.ts')).failoverCommand,
  tables: async () => (await import('./tables.ts')).tablesCommand,
}

/**
 * The command line of `ops`: parsed by main.ts, and read for its help by the test of the documents. Given the name of a
 * command it knows that one, otherwise all of them.
 */
export async function opsProgram(env: NodeJS.ProcessEnv, print: (text: string) => void, name = ''): Promise<Command> {
  // One line of reason and exit code 1, or the requested output: these commands run in scripts.
  const program = new Command('ops').description('Watch and repair the service').showHelpAfterError()
  const loads = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS)
  for (const load of loads) program.addCommand((await load())(env, print))
  return program
}
