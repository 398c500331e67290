import { AppError, errorMessage } from './errors.ts'

/** What `parseArgs` refuses is bad input, not a bug. */
export function readArguments<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new AppError('invalid', errorMessage(cause), { cause })
  }
}
