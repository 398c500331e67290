import { errorMessage } from '../shared/errors.ts'

/** Explains the error code of the file system to the person who named the file. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EEXIST: 'it exists already',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not change it',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
}

/** Says in words which problem of the file system an error is; undefined for every other error. */
export function problemOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? PROBLEMS[String(error.code)] : undefined
}

/**
 * The one line of reason that a failed command prints; an error of the file system names its file and the problem, and one
 * of ours that such an error caused ends with the problem in place of the code.
 */
export function reasonOf(error: unknown): string {
  const problem = problemOf(error)
  if (problem !== undefined && error instanceof Error && 'path' in error) return `${String(error.path)}: ${problem}`
  const message = errorMessage(error)
  const cause = error instanceof Error ? error.cause : undefined
  const causedBy = problemOf(cause)
  return causedBy === undefined
    ? message
    : `${message.replace(` (${(cause as NodeJS.ErrnoException).code})`, '')}: ${causedBy}`
}
