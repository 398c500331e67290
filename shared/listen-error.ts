import { AppError } from './errors.ts'

/** Names the wrong setting when a port cannot be opened. */
export const explainListenError =
  ({ PORT, HOST }: { PORT: number; HOST: string }) =>
  (error: unknown): never => {
    const { code } = error as { code?: string }
    const cause = { cause: error }
    if (code === 'EADDRINUSE') throw new AppError('conflict', `PORT: ${PORT} on ${HOST} is in use`, cause)
    if (code === 'EACCES') throw new AppError('invalid', `PORT: ${PORT} is not allowed for this user`, cause)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new AppError('invalid', `HOST: ${HOST} is not an address of this machine`, cause)
    throw error
  }
