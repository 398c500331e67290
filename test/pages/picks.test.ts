import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { picksCard } from '../../api/pages/cards/picks.ts'
import { SCREENS, useChromium } from '../../harness/chromium.ts'

type Given = Parameters<typeof picksCard>[0]

const chromium = useChromium()

const pick = {
  ticker: 'GOOGL',
  archetype_label: 'Oversold quality',
  direction: 'long_recovery',
  conviction: 49,
  bettability: { chip: 'NO-BET', tier_reasons: ['archetype is NO-BET: no cohort has matured since the locks began'] },
  trust: { label: 'maturing: 0 of 30 episodes are known' },
  why: ['above its 200-session average by 7.0 %', 'fell 4.5 % in 5 sessions, 1.3 times its usual move'],
  contract: { entry: { price: 94.25 }, invalidation: 91.35, countdown: 'day 1 of 10', return: -0.001 },
}
const board = {
  as_of: '2026-11-23T10:30:00-05:00',
  longs: [pick],
  shorts: [],
  counts: {},
  competing: [],
  overflow_long: [],
  overflow_short: [],
  regime_note: 'The band of falls is low.',
}
const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const CARD = picksCard({
  board: known(board),
  candidates: known({ digest: null }),
  today: '2026-11-23',
  shown: 5,
} as unknown as Given)

interface Widths {
  table: number
  words: number
  entryTop: number
  tickerTop: number
}
const WIDTHS = `(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect()
  return {
    table: box('table').width, words: box('tbody td:not(.r)').width,
    entryTop: box('tbody td.r').top, tickerTop: box('tbody th').top,
  }
})()`

test.each(SCREENS)('the words of a pick have room on a screen of $width pixels in $theme', async (screen) => {
  const css = await readFile(new URL('../../api/pages/assets/pages.css', import.meta.url), 'utf8')
  const { page } = await chromium.page(await chromium.context(screen))
  await page.setContent(`<!doctype html><style>${css}</style><main>${CARD}</main>`)
  const { table, words, entryTop, tickerTop } = (await page.evaluate(WIDTHS)) as Widths
  expect(words / table).toBeGreaterThan(0.65)
  expect(entryTop).toBe(tickerTop)
})
