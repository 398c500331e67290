import { AppError } from '../../shared/errors.ts'

/** Rejects at the deadline, because the driver has no client-side limit: on a dead link a query would wait for ever. */
export async function withDeadline<T>(work: PromiseLike<T>, deadlineMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable', `${what} did not answer in time`)), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
