import { errorMessage } from '../shared/errors.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { opsProgram } from './program.ts'

try {
  await opsProgram(withSecretFiles(process.env), (text) => process.stdout.write(`${text}\n`)).parseAsync()
} catch (error) {
  process.stderr.write(`ops: ${errorMessage(error)}\n`)
  process.exitCode = 1
}
