import { refuse } from '../http/errors.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'] as const

const hostOf = (url: string): string | null => URL.parse(url)?.hostname ?? null

/**
 * Refuses a request that names another host, as after a page has pointed its own name at this machine, and one from a
 * page of another origin. The port does not count. Programs other than browsers send no Origin.
 */
export function createHostCheck(publicUrl: string | null) {
  const own = new Set<string>([...LOOPBACK, ...(publicUrl === null ? [] : [hostOf(publicUrl) ?? ''])])
  const isOwn = (url: string): boolean => own.has(hostOf(url) ?? 'unreadable')
  return ({ host, origin }: { host: string; origin: string | undefined }): void => {
    if (!isOwn(`http://${host}`) || (origin !== undefined && !isOwn(origin))) throw refuse('foreign_host')
  }
}
