import { errorMessage } from '../shared/errors.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { opsProgram } from './program.ts'

try {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const program = await opsProgram(withSecretFiles(process.env), print, process.argv[2])
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`ops: ${errorMessage(error)}\n`)
  process.exitCode = 1
}
