import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { readCommand } from './command-line.ts'
import { drawMutants, mutate } from './mutate.ts'
import { areaLines, mutantLine, scoreLine, survivorLines, verdictLine } from './report.ts'
import type { Verdict } from './try-mutants.ts'

const ROOT = join(import.meta.dirname, '../..')
const EXIT_FAILED = 1
const EXIT_INTERRUPTED = 130

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2))
  const { drawn, all } = drawMutants(ROOT, command)
  tell(`${drawn.length} of ${all} mutants, --seed ${command.seed}`)
  if (command.lists) {
    for (const mutant of drawn) tell(mutantLine(mutant))
    return
  }
  await using using = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void using.disposeAsync().finally(() => process.exit(EXIT_INTERRUPTED)))
  }
  const verdicts: Verdict[] = []
  for await (const verdict of mutate(ROOT, command, drawn, { using, tell })) {
    verdicts.push(verdict)
    tell(verdictLine(verdict))
  }
  tell('')
  for (const line of survivorLines(verdicts)) tell(line)
  for (const line of areaLines(verdicts)) tell(line)
  tell(`${scoreLine(verdicts)}; --seed ${command.seed}`)
}

main().catch((error: unknown) => {
  process.exitCode = EXIT_FAILED
  tell(error instanceof AppError ? error.message : String(error))
})
