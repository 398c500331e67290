import { AppError, errorMessage } from './errors.ts'

/** Turns an error of `parseArgs` into one of invalid input, because it is not a bug. */
export function readArguments<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new AppError('invalid', errorMessage(cause), { cause })
  }
}
