import { z } from 'zod'
import { FIRST_DAY, LAST_DAY } from './world/world.ts'

export type WorldUrl = { instant: Date; vendor: string; path: string; query: URLSearchParams }
export type UrlError = { error: string }

const Instant = z.iso.datetime({ offset: true })
const AT = /^\/at\/([^/]+)(\/.*)$/

/** An instant that the world covers, or null. */
export const worldInstant = (text: string): Date | null => {
  if (!Instant.safeParse(text).success) return null
  const instant = new Date(text)
  const day = instant.toISOString().slice(0, 10)
  return day >= FIRST_DAY && day <= LAST_DAY ? instant : null
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** `/at/<instant>/<vendor>/<path>?<query>`; without the first two segments the instant is the clock's. */
export const readUrl = (url: string, now: () => Date): WorldUrl | UrlError => {
  const mark = url.indexOf('?')
  const path = decoded(mark < 0 ? url : url.slice(0, mark))
  if (path === null) return { error: 'path: not decodable' }
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  const at = AT.exec(path)
  const instant = at ? worldInstant(at[1]!) : worldInstant(now().toISOString())
  if (instant === null)
    return { error: `at: an ISO instant with offset between ${FIRST_DAY} and ${LAST_DAY} is needed` }
  const rest = at ? at[2]! : path
  const slash = rest.indexOf('/', 1)
  return {
    instant,
    query,
    vendor: rest.slice(1, slash < 0 ? undefined : slash),
    path: slash < 0 ? '/' : rest.slice(slash),
  }
}
