import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SOURCES, VENDORS_OF } from '../../shared/domain/market/source-id.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { sources } from './index.ts'

const folder = new URL('.', import.meta.url)

it('the registry lists every defined source alphabetically, each in a file of its name', () => {
  const defining = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(new URL(file, folder), 'utf8').includes('= defineSource('))
    .map((file) => file.replace('.ts', ''))
  expect(sources.map(({ id }) => id)).toEqual(defining.sort())
  expect([...SOURCES].sort()).toEqual(defining)
})

it('feed ids are unique within a run of a source, and paths are absolute', () => {
  const day = tradingDay('2026-11-20')
  for (const mode of ['latest', 'history'] as const) {
    for (const time of ['09:00', '10:30', '16:35', '18:30', '23:00']) {
      for (const fredApiKey of [null, 'k'.repeat(32)]) {
        const context = { at: instantAt(day, time), day, mode, fredApiKey }
        for (const source of sources) {
          const feeds = source.feeds(context)
          expect(new Set(feeds.map(({ id }) => id)).size).toBe(feeds.length)
          for (const feed of feeds) {
            expect(VENDORS_OF[source.id]).toContain(feed.vendor)
            expect(feed.request(context).path).toMatch(/^\/[\w/.-]+$/)
          }
        }
      }
    }
  }
})
