import { AppError } from './errors.ts'

type Address = { PORT: number; HOST: string } | { SIMULATOR_PORT: number; SIMULATOR_HOST: string }

/** Names the wrong setting when a port cannot be opened. */
export const explainListenError =
  (address: Address) =>
  (error: unknown): never => {
    const [prefix, port, host] =
      'PORT' in address
        ? ['', address.PORT, address.HOST]
        : ['SIMULATOR_', address.SIMULATOR_PORT, address.SIMULATOR_HOST]
    const { code } = error as { code?: string }
    const cause = { cause: error }
    if (code === 'EADDRINUSE') throw new AppError('conflict', `${prefix}PORT: ${port} on ${host} is in use`, cause)
    if (code === 'EACCES') throw new AppError('invalid', `${prefix}PORT: ${port} is not allowed for this user`, cause)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new AppError('invalid', `${prefix}HOST: ${host} is not an address of this machine`, cause)
    throw error
  }
