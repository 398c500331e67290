import { withSecretFiles } from '../shared/secret-files.ts'
import { opsProgram } from './program.ts'
import { reasonOf } from './reason.ts'

try {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const program = await opsProgram(withSecretFiles(process.env), print, process.argv[2])
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`ops: ${reasonOf(error)}\n`)
  process.exitCode = 1
}
