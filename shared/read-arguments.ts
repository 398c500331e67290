import { AppError, errorMessage } from './errors.ts'

/** Turns an error of `parseArgs` into one of invalid input, because it is not a bug; it names what the command takes. */
export function readArguments<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new AppError('invalid', `${errorMessage(cause)}\n${usage}`, { cause })
  }
}
