import { AppError } from '../errors.ts'

/**
 * Gives up waiting, because neither driver notices a half-open link by itself. What was asked for may
 * still happen: only for work that is safe to repeat.
 */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable', `${what}: no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
