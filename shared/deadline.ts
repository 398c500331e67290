import { AppError } from './errors.ts'

/** The work may still happen: no driver notices a half-open link by itself, and none can take a statement back. */
export class DeadlineError extends AppError {
  constructor(ms: number, what: string) {
    super('unavailable', `${what} took longer than ${ms} ms`)
  }
}

/** Stops waiting after `ms`; the work itself continues, so it must be safe to repeat. */
export async function within<T>(ms: number, what: string, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(ms, what)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
