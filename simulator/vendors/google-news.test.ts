import { expect, test } from 'vitest'
import { FILERS } from '../world/company/filers.ts'
import { createWorld } from '../world/world.ts'
import { googleNews } from './google-news.ts'
import type { VendorRequest } from './vendor.ts'

const world = createWorld(1316)

/** The headlines about a company in the evening of a day. */
function headlines(name: string, day: string): string[] {
  const query = new URLSearchParams({ q: `"${name}" stock when:1d` })
  const request = { instant: new Date(`${day}T23:59:00-05:00`), path: '/rss/search', query }
  const { body } = googleNews.respond(world, request as unknown as VendorRequest) as { body: unknown }
  return [...String(body).matchAll(/<title>(.+?) - [^<]+<\/title><link>/g)].map(([, title]) => title!)
}

test('shares are many and a company is one, whatever the move of the day', () => {
  const found = FILERS.flatMap(({ name }) =>
    ['2026-11-17', '2026-11-19'].flatMap((day) =>
      headlines(name, day).map((title) => title.replace(name.replaceAll('&', '&amp;'), 'NAME')),
    ),
  )
  expect([...new Set(found)].sort()).toEqual([
    'NAME falls as investors weigh its outlook',
    'NAME holds steady as investors weigh its outlook',
    'NAME rises as investors weigh its outlook',
    'Shares of NAME fall in heavy trading',
    'Shares of NAME hold steady in heavy trading',
    'Shares of NAME rise in heavy trading',
    'What analysts say about NAME',
  ])
})
