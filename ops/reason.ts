import { errorMessage } from '../shared/errors.ts'

/** These words tell whoever named a file what a code of the file system means. */
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

/** The one line of reason that a failed command prints; an error of the file system names its file and the problem. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return errorMessage(error)
  const problem = PROBLEMS[String(error.code)]
  return problem === undefined ? errorMessage(error) : `${String(error.path)}: ${problem}`
}
